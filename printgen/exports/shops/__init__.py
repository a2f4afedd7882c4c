"""Print shops: things of a parcel and a profile of `templates/shops.yaml` come in; what the shop takes goes out."""
