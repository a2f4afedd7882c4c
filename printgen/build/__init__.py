"""The stages in order, and what surrounds them: targets, settings, selection, manifests, plans, schemas."""
