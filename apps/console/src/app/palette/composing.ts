/** What a key says that an input method takes for itself: the way in which browsers told of it before `isComposing`. */
const TAKEN = 229
/** WebKit ends the composition first and then tells of the Enter that ended it. */
const AFTER_MS = 100

/** Whether a key belongs to an input method, such as the Enter that takes a candidate. `endedAt`: when it last ended one. */
export const isOfInputMethod = (event: KeyboardEvent, endedAt: number): boolean =>
  event.isComposing ||
  // oxlint-disable-next-line typescript/no-deprecated -- WebKit says it in no other way.
  event.keyCode === TAKEN ||
  event.timeStamp - endedAt < AFTER_MS
