import { open, type FileHandle } from 'node:fs/promises'

/** Reads a file here and there. Beyond its end there are no bytes. */
export interface Bytes {
  readonly length: number
  at(from: number, length: number): Promise<Buffer>
}

const WINDOW = 65_536

/** Calls `work` with the file, and closes it afterwards. Small reads beside each other are one read of the disk. */
export async function withBytes<Result>(
  path: string,
  work: (bytes: Bytes) => Promise<Result>,
): Promise<Result> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await work(windowed(file, size))
  } finally {
    await file.close()
  }
}

function windowed(file: FileHandle, length: number): Bytes {
  let start = 0
  let window = Buffer.alloc(0)
  return {
    length,
    async at(from, wanted) {
      if (from < start || from + wanted > start + window.length) {
        const size = Math.max(0, Math.min(Math.max(wanted, WINDOW), length - from))
        const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, from)
        start = from
        window = buffer.subarray(0, bytesRead)
      }
      return window.subarray(from - start, from - start + wanted)
    },
  }
}
