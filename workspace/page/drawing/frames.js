// @ts-check
// When something is drawn.

/**
 * `work` once for all that asks for it until the next frame: a burst is drawn once, not once per
 * event. A hidden page has no frames; there it is done at once.
 * @param {() => void} work
 * @returns {() => void}
 */
export function oncePerFrame(work) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    const now = () => {
      isDue = false;
      work();
    };
    if (document.hidden) setTimeout(now);
    else requestAnimationFrame(now);
  };
}
