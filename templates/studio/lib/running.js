/** A command that the studio runs: followed until it has ended, and stopped. */

import { get, post } from "./api.js";

/**
 * Follow a run, as POST /api/run tells it: `tell(run)` is called whenever there is news of it, the last time when its
 * state is no longer "running", and "lost" where the studio does not know it any more. `heard(news)` takes the studio's
 * news, `stop()` stops it, `leave()` lets it go on alone.
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
    } catch (error) {
      // A studio that was started again knows nothing of it; where there is no answer, it is asked for again.
      if (error.status >= 400 && error.status < 500) run = { ...run, state: "lost" };
    }
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
      try {
        await post(`/api/run/${run.id}/stop`);
      } catch { /* Looking tells whether it goes on. */ }
      look();
    },
    leave() {
      gone = true;
      clearTimeout(timer);
    },
  };
}
