import { lazily } from '#kit/panel/lazily.tsx'

/** Answers why something is refused: from a page, from the menu of the person, and beside a page that is not theirs. */
export const WhyDialog = lazily(
  async () => (await import('#domains/group/parts/why-dialog.tsx')).WhyDialog,
)
