"""The lab in a browser: teams by click, key and drag, odds with their sums, links, decks, games and dice."""

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


def test_teams_are_made_by_click_key_and_drag(window: Window) -> None:
    page = window.go("lab", "go-joe", "joe-deck")
    attackers, defenders = page.locator(".team.attack"), page.locator(".team.defend")
    page.get_by_text("Choose 1 to 5 attackers and as many defenders.").wait_for()
    search = page.get_by_label("Search the cards")
    search.fill("duke")
    page.get_by_role("button", name=re.compile("^Duke ")).click()
    attackers.get_by_text("Duke").first.wait_for()
    # With the keyboard alone: search, go to the card, D puts it on the other side.
    search.fill("destro")
    page.locator(FIRST, has_text="Destro").focus()
    page.keyboard.press("d")
    defenders.get_by_text("Destro").first.wait_for()
    page.get_by_text("Where totals are equal").or_(page.get_by_text("Attackers win")).first.wait_for()
    # By dragging: in, over to the other side, and out.
    search.fill("flint")
    page.locator(FIRST, has_text="Flint").hover()
    page.mouse.down()
    defenders.hover()
    page.mouse.up()
    defenders.get_by_text("Flint").first.wait_for()
    defenders.get_by_role("button", name=re.compile("^Flint")).hover()
    page.mouse.down()
    attackers.hover()
    page.mouse.up()
    attackers.get_by_text("Flint").first.wait_for()
    expect(page).to_have_url(re.compile("attack=Duke,Flint&defend=Destro"))
    attackers.get_by_role("button", name=re.compile("^Flint")).hover()
    page.mouse.down()
    page.locator("h1").hover()
    page.mouse.up()
    expect(attackers.get_by_text("Flint")).to_have_count(0)
    # What was done can be undone, and the sides can be swapped.
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    attackers.get_by_text("Flint").first.wait_for()
    page.keyboard.press("x")
    defenders.get_by_text("Flint").first.wait_for()
    expect(page).to_have_url(re.compile("attack=Destro&defend=Duke,Flint"))


def test_decks_cards_and_rules_have_their_worth(window: Window) -> None:
    page = window.go("lab", "go-joe", view="decks", terrain="sea", units="2v2")
    page.get_by_text(re.compile("1,500 pairs of random teams, ± ")).wait_for()
    expect(page.get_by_role("heading", name="Joe deck attacks Cobra deck")).to_be_visible()
    assert window.axe() == []
    page = window.go("lab", "go-joe", view="worth", card="Keel Haul", samples="200")
    page.get_by_role("button", name="Find out").click()
    page.get_by_text(re.compile("^Rank [0-9]+ of [0-9]+ in Joe deck")).wait_for()
    assert page.locator(".ranking .here").inner_text().split("\n")[1] == "Keel Haul"
    page.get_by_text(re.compile("^Done in ")).wait_for()
    page = window.go("lab", "go-joe", view="house", games="2", of="leaders")
    page.get_by_text("3 sets of rules, 6 games").wait_for()
    page.get_by_role("button", name="Try them").click()
    page.get_by_role("row", name=re.compile("^Leaders give nothing")).wait_for()
    assert window.axe() == []


def test_games_run_with_progress_and_results_so_far_and_can_be_stopped(window: Window) -> None:
    page = window.go("lab", "go-joe", view="games", games="100000")
    page.get_by_role("button", name="Play").click()
    page.get_by_text(re.compile("of 100,000 games")).wait_for()
    page.get_by_text("so far", exact=True).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped. These are the results so far.").wait_for()
    known = int(page.locator(".basis b").inner_text().split()[0].replace(",", ""))
    assert 0 < known < 100_000 and page.get_by_role("heading", name="Who wins").is_visible()
    assert window.axe() == []


def test_odds_of_dice_are_looked_up_with_other_numbers(window: Window) -> None:
    page = window.go("lab", "army-wars", view="odds", table="fights")
    page.get_by_label("Soldiers against").select_option("5")
    page.get_by_role("group", name=re.compile("^The first is left [0-9.]+ %, The second is left")).wait_for()
    page.get_by_label("Squads").fill("4, 6")
    page.get_by_label("Squads").press("Enter")
    page.get_by_role("columnheader", name="against 6").wait_for()
    expect(page).to_have_url(re.compile("with=squads:4-6"))
    assert window.axe() == []
