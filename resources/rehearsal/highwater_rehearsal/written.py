# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small files that a script saves and reads again: configurations, tokenizers and processors.

They are written where the script says, but never over a file that was there, and they go with the
rehearsal: written.txt in its folder has each on a line of its own, folders before what they hold, and
whoever began the rehearsal removes them after its last process.
"""

import copy
import functools
import os
import shutil
import tempfile

SMALL = {
    "transformers.configuration_utils": (
        "PretrainedConfig.save_pretrained PreTrainedConfig.save_pretrained"
    ),
    "transformers.generation.configuration_utils": "GenerationConfig.save_pretrained",
    "transformers.tokenization_utils_base": "PreTrainedTokenizerBase.save_pretrained",
    "transformers.processing_utils": "ProcessorMixin.save_pretrained",
    "transformers.image_processing_base": "ImageProcessingMixin.save_pretrained",
    "transformers.feature_extraction_utils": "FeatureExtractionMixin.save_pretrained",
}


class Written:
    def __init__(self, watch, folder):
        self.watch = watch
        self.folder = folder
        self.own = set()

    def note(self, path):
        self.own.add(path)
        with open(os.path.join(self.folder, "written.txt"), "ab") as file:
            file.write(os.fsencode(path) + b"\n")

    def make_folder(self, path):
        if not os.path.isdir(path):
            self.make_folder(os.path.dirname(path))
            os.mkdir(path)
            self.note(path)

    def put(self, source, target):
        if "\n" in target or (os.path.lexists(target) and target not in self.own):
            self.watch.not_saved()
            return
        self.make_folder(os.path.dirname(target))
        if target not in self.own:
            self.note(target)
        shutil.copyfile(source, target)

    def save(self, save, where):
        """What save(folder) writes goes to `where`; its answer names the files there."""
        where = os.path.abspath(os.fspath(where))
        if where.startswith(self.folder):  # a part of what is being saved
            return save(where)
        made = tempfile.mkdtemp(prefix="written-", dir=self.folder)
        try:
            answer = save(made)
            for folder, _, names in os.walk(made):
                for name in names:
                    source = os.path.join(folder, name)
                    self.put(source, os.path.join(where, os.path.relpath(source, made)))
        finally:
            shutil.rmtree(made, ignore_errors=True)
        if isinstance(answer, (list, tuple)):
            return type(answer)(str(file).replace(made, where, 1) for file in answer)
        return answer

    def method(self, owner, name):
        function = getattr(owner, name)

        @functools.wraps(function)
        def save_pretrained(this, save_directory, *args, **kwargs):
            kwargs.pop("push_to_hub", None)
            return self.save(lambda made: function(this, made, *args, **kwargs), save_directory)

        return save_pretrained

    def methods(self, *names):
        def replace(module):
            for each in names:
                owner, _, name = each.rpartition(".")
                place = getattr(module, owner, None)
                if place is not None and hasattr(place, name):
                    setattr(place, name, self.method(place, name))

        return replace

    def models_imported(self, module):
        """Of a model all but the weights, so that it can be made anew without them."""

        @functools.wraps(module.PreTrainedModel.save_pretrained)
        def save_pretrained(this, save_directory, *args, **kwargs):
            self.watch.not_saved()
            config = copy.deepcopy(this.config)
            config.architectures = [type(this).__name__]
            kind = "dtype" if hasattr(config, "dtype") else "torch_dtype"
            setattr(config, kind, str(this.dtype).replace("torch.", ""))
            config.save_pretrained(save_directory)
            generation = getattr(this, "generation_config", None)
            if generation is not None:
                generation.save_pretrained(save_directory)

        module.PreTrainedModel.save_pretrained = save_pretrained

    def actions(self):
        actions = {module: self.methods(*names.split()) for module, names in SMALL.items()}
        actions["transformers.modeling_utils"] = self.models_imported
        return actions
