/** A command that the studio runs: followed until it has ended, and stopped. */

import { get, post } from "./api.js";

/**
 * Follow a run, as POST /api/run tells it: `tell(run)` is called whenever there is news of it, the last time when it has
 * ended. `heard(news)` takes the studio's news, `stop()` stops it, `leave()` lets it go on alone.
 */
export function follow(run, tell, every = 700) {
  let timer = 0;
  let gone = false;
  let asking = false;

  async function look() {
    clearTimeout(timer);
    if (gone || asking) return;
    asking = true;
    try {
      run = await get(`/api/run/${run.id}`);
    } catch { /* It is asked for again. */ }
    asking = false;
    if (gone) return;
    tell(run);
    if (run.state === "running") timer = setTimeout(look, every);
    else gone = true;
  }

  tell(run);
  look();
  return {
    heard(news) {
      if (news.id === run.id) look();
    },
    async stop() {
      await post(`/api/run/${run.id}/stop`);
      look();
    },
    leave() {
      gone = true;
      clearTimeout(timer);
    },
  };
}
