// @ts-check
// How much is drawn in one task, so that none blocks the page.

const AT_ONCE = 12; // messages
const LETTERS = 8_000; // of their words and blocks; one message may have more

/**
 * How much there is to draw in a message.
 *
 * @param {Message} message
 */
function letters(message) {
  return (message.text ?? "").length + (message.blocks?.length ? JSON.stringify(message.blocks).length : 0);
}

/** What one task may still make. */
export class Share {
  constructor() {
    this._messages = AT_ONCE;
    this._letters = LETTERS;
    this.isSpent = false;
  }

  /**
   * Whether this message is made in this task; once one is not, none is.
   *
   * @param {Message} message
   */
  takes(message) {
    const size = letters(message);
    const isFirst = this._messages === AT_ONCE;
    this.isSpent ||= this._messages === 0 || (size > this._letters && !isFirst);
    if (this.isSpent) return false;
    this._messages -= 1;
    this._letters -= size;
    return true;
  }
}
