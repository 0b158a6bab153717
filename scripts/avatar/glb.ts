/* The binary part of a glTF file, and the file itself. */

const KINDS = {
  f32: [Float32Array, 5126],
  u16: [Uint16Array, 5123],
  u8: [Uint8Array, 5121],
} as const
const SIZES = { 1: 'SCALAR', 2: 'VEC2', 3: 'VEC3', 4: 'VEC4', 16: 'MAT4' } as const
const POINTS = 34962
export const INDICES = 34963

interface AccessorOptions {
  target?: number | null
  normalized?: true
  bounds?: true
}

export type Accessor = Record<string, unknown> & { min?: number[]; max?: number[] }

export class Glb {
  readonly #parts: Buffer[] = []
  length = 0
  readonly views: object[] = []
  readonly accessors: Accessor[] = []

  view(bytes: Buffer, target?: number | null): number {
    const pad = (4 - (bytes.length % 4)) % 4
    this.#parts.push(bytes, Buffer.alloc(pad))
    const of = target ? { target } : {}
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.length, ...of })
    this.length += bytes.length + pad
    return this.views.length - 1
  }

  accessor(
    rows: readonly (readonly number[])[],
    kind: keyof typeof KINDS,
    size: keyof typeof SIZES,
    options: AccessorOptions = {},
  ): number {
    this.accessors.push(this.described(rows, kind, size, options))
    return this.accessors.length - 1
  }

  /** The same, not yet in the list of accessors. */
  described(
    rows: readonly (readonly number[])[],
    kind: keyof typeof KINDS,
    size: keyof typeof SIZES,
    { target = POINTS, normalized, bounds }: AccessorOptions,
  ): Accessor {
    const [Type, componentType] = KINDS[kind]
    const data = Type.from(rows.flat())
    return {
      bufferView: this.view(Buffer.from(data.buffer), target),
      componentType,
      count: rows.length,
      type: SIZES[size],
      ...(normalized && { normalized }),
      ...(bounds && boundsOf(rows)),
    }
  }

  file(json: object): Buffer {
    const text = Buffer.from(JSON.stringify(json))
    const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)])
    const bin = Buffer.concat(this.#parts)
    const whole = 28 + padded.length + bin.length
    return Buffer.concat([
      words(0x46546c67, 2, whole, padded.length, 0x4e4f534a),
      padded,
      words(bin.length, 0x004e4942),
      bin,
    ])
  }
}

function boundsOf(rows: readonly (readonly number[])[]): { min: number[]; max: number[] } {
  const columns = (rows[0] ?? []).map((_, k) => rows.map((row) => row[k] ?? 0))
  const by = (best: (a: number, b: number) => number) =>
    columns.map((column) => Math.fround(column.reduce((a, b) => best(a, b))))
  return { min: by(Math.min), max: by(Math.max) }
}

function words(...numbers: number[]): Buffer {
  const out = Buffer.alloc(numbers.length * 4)
  numbers.forEach((one, i) => out.writeUInt32LE(one, i * 4))
  return out
}
