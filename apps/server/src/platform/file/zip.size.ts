const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const MAX_COMMENT = 65_535

/** How large a zip says that its files are in all; nothing where it has no directory that can be read. */
export function unpackedBytes(zip: Buffer): number | undefined {
  const end = endOf(zip)
  if (end === undefined) return undefined
  let [left, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]
  let total = 0
  for (; left > 0; left--) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY) return undefined
    total += zip.readUInt32LE(at + 24)
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    at += ENTRY_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return total
}

/** The directory's end is the last thing in the file, but for a comment. */
function endOf(zip: Buffer): number | undefined {
  const last = zip.length - END_BYTES
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--)
    if (zip.readUInt32LE(at) === END) return at
  return undefined
}
