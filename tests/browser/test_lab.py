"""The lab in a browser: teams by click and key, odds with their sums, links, decks and dice."""

import re

from playwright.sync_api import expect
from studio_process import Window

HUNTERS = {"attack": "Zap,Beach Head,Recondo", "defend": "H.I.S.S. Driver,Ferret,Gnawgahyde", "terrain": "jungle"}
FIRST = ".cards > li:first-child .tile"


def test_a_link_is_a_fight_with_its_sums_and_a_team_has_five_cards_at_most(window: Window) -> None:
    page = window.go("lab", "go-joe", rule="tie:attacker", **HUNTERS)
    page.get_by_text("attackers win 99.2 %").wait_for()
    page.get_by_role("group", name="Attackers higher 97.8 %, Equal 1.4 %, Defenders higher 0.8 %").wait_for()
    power = page.locator("details.sum", has=page.get_by_role("heading", name="Firepower"))
    assert "faces Anti-Armor: Ferret" in power.locator(".defender").inner_text()
    assert "+1D6" in power.locator(".attacker").inner_text()
    # The ground and a reading of the rules change it at once, and the address with it.
    page.get_by_role("radio", name="Open ground").check(force=True)
    page.get_by_role("radio", name="The defender holds (usual)").check()
    page.get_by_text("Attackers win 100.0 %, defenders 0.0 %.").wait_for()
    expect(page).to_have_url(re.compile(r"^(?!.*(terrain|rule))"))
    page = window.go("lab", "go-joe", attack="Duke,Flint,Zap,Stalker,Stalker:2", defend="Destro")
    page.get_by_label("Search the cards").fill("scarlet")
    page.locator(FIRST, has_text="Scarlet").focus()
    page.keyboard.press("a")
    page.get_by_text("A team has 5 cards at most.").wait_for()


def test_teams_are_made_by_click_and_key(window: Window) -> None:
    page = window.go("lab", "go-joe", "joe-deck")
    attackers, defenders = page.locator(".team.attack"), page.locator(".team.defend")
    page.get_by_text("Choose 1 to 5 attackers and as many defenders.").wait_for()
    search = page.get_by_label("Search the cards")
    search.fill("duke")
    page.get_by_role("button", name=re.compile("^Duke ")).click()
    attackers.get_by_text("Duke").first.wait_for()
    # With the keyboard alone: search, go to the card, D puts it on the other side.
    for name in ("Destro", "Flint"):
        search.fill(name)
        page.locator(FIRST, has_text=name).focus()
        page.keyboard.press("d")
        defenders.get_by_text(name).first.wait_for()
    page.get_by_text("Where totals are equal").or_(page.get_by_text("Attackers win")).first.wait_for()
    expect(page).to_have_url(re.compile("attack=Duke&defend=Destro,Flint"))
    defenders.get_by_role("button", name=re.compile("^Flint")).click()
    expect(defenders.get_by_text("Flint")).to_have_count(0)
    # What was done can be undone, and the sides can be swapped.
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    defenders.get_by_text("Flint").first.wait_for()
    page.keyboard.press("x")
    attackers.get_by_text("Flint").first.wait_for()
    expect(page).to_have_url(re.compile("attack=Destro,Flint&defend=Duke"))


def test_decks_are_compared_and_odds_of_dice_looked_up_with_other_numbers(window: Window) -> None:
    page = window.go("lab", "go-joe", view="decks", terrain="sea", units="2v2")
    page.get_by_text(re.compile("1,500 pairs of random teams, ± ")).wait_for()
    expect(page.get_by_role("heading", name="Joe deck attacks Cobra deck")).to_be_visible()
    assert window.axe() == []
    page = window.go("lab", "army-wars", view="odds", table="fights")
    page.get_by_label("Soldiers against").select_option("5")
    page.get_by_role("group", name=re.compile("^The first is left [0-9.]+ %, The second is left")).wait_for()
    page.get_by_label("Squads").fill("4, 6")
    page.get_by_label("Squads").press("Enter")
    page.get_by_role("columnheader", name="against 6").wait_for()
    expect(page).to_have_url(re.compile("with=squads:4-6"))
    assert window.axe() == []
