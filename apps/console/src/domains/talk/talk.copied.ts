import type { ChildNode } from '@kaibo/contract/talk/talk.schema.ts'

let copied: ChildNode | undefined

/** The rule that was copied last, for any set in this window: the clipboard is for texts. */
export const copiedRule = () => copied
export function copyRule(node: ChildNode): void {
  copied = node
}
