"""The stages in order, and what surrounds them: targets, settings, output files, manifests, plans."""
