"""The stages in order, and their surroundings: targets, settings, selection, manifests, plans, schemas."""
