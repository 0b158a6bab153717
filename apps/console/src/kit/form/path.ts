/** The paths of a form's values, as fields are named: `name`, `credentials.code`, `segments.2.text`. */
export type PathOf<T, Depth extends 0[] = [0, 0, 0, 0]> = Depth extends [
  0,
  ...infer Rest extends 0[],
]
  ? T extends readonly (infer Item)[]
    ? `${number}` | Below<`${number}`, Item, Rest>
    : T extends object
      ? KeyPath<T, Rest>
      : never
  : never

type KeyPath<T extends object, Rest extends 0[]> = {
  [K in keyof T & string]-?: K | Below<K, T[K], Rest>
}[keyof T & string]

type Below<K extends string, T, Rest extends 0[]> = `${K}.${PathOf<T, Rest>}`

/** A path in its parts, as antd and the schema take it; `segments[2].text` is the same as `segments.2.text`. */
export const partsOf = (path: string): (string | number)[] =>
  path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The visible field that a path belongs to: the field itself, or one that contains it. */
export function shownAt(path: string, shown: ReadonlySet<string>): string | undefined {
  const parts = partsOf(path)
  for (let length = parts.length; length > 0; length--) {
    const around = parts.slice(0, length).join('.')
    if (shown.has(around)) return around
  }
  return undefined
}
