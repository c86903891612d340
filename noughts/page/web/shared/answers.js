// Answers that the page keeps. What a state needs is a list of plain data, which each feature
// knows; drawing only reads `state.answers` and never asks.

/**
 * Return a follower of the store that asks for whatever a state needs and does not have. What
 * has failed is not asked for again until the user acts.
 *
 * @param {Pick<Commands, "share">} commands
 * @param {(state: State) => Need[]} needsOf
 * @param {(need: Need) => Promise<unknown>} ask
 * @param {(error: unknown) => string | Texts} trouble
 * @returns {(state: State) => void}
 */
export const loading = ({ share }, needsOf, ask, trouble) => {
  const answered = async (need, still) => {
    const { key } = need;
    try {
      const answer = await ask(need);
      still.update({ answers: { ...still.now().answers, [key]: answer } });
    } catch (error) {
      const failed = { ...still.now().failed, [key]: true };
      still.update({ failed, notice: trouble(error) });
    }
  };
  return (state) => {
    for (const need of needsOf(state))
      if (!(need.key in state.answers) && !(need.key in state.failed))
        share(need.key, (still) => answered(need, still));
  };
};

/** After an action of the user, what failed may be asked for again. */
export const retried = ({ failed, notice }) =>
  Object.keys(failed).length ? { failed: {}, notice: "" } : { failed, notice };
