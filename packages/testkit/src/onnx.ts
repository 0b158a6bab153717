/* As much of ONNX, in protobuf, as it takes to write a model by hand. */

const VARINT = 0
const DELIMITED = 2
export const FLOAT = 1
export const INT64 = 7
const INT_ATTRIBUTE = 2
const IR_VERSION = 8
const OPSET = 17

const cat = (...parts: (Buffer | Buffer[])[]): Buffer => Buffer.concat(parts.flat())

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = BigInt(value)
  do {
    const low = Number(left & 127n)
    left >>= 7n
    bytes.push(left > 0n ? low | 128 : low)
  } while (left > 0n)
  return Buffer.from(bytes)
}

const int = (field: number, value: number) => cat(varint((field << 3) | VARINT), varint(value))

function bytes(field: number, value: Buffer | string): Buffer {
  const content = Buffer.from(value)
  return cat(varint((field << 3) | DELIMITED), varint(content.length), content)
}

/** A constant. */
export function tensor(
  name: string,
  dims: readonly number[],
  type: typeof FLOAT | typeof INT64,
  values: readonly number[],
): Buffer {
  const size = type === FLOAT ? 4 : 8
  const raw = Buffer.alloc(values.length * size)
  values.forEach((value, at) => {
    if (type === FLOAT) raw.writeFloatLE(value, at * size)
    else raw.writeBigInt64LE(BigInt(value), at * size)
  })
  return cat(
    dims.map((dim) => int(1, dim)),
    int(2, type),
    bytes(8, name),
    bytes(9, raw),
  )
}

export const to = (type: number): Buffer =>
  bytes(5, cat(bytes(1, 'to'), int(3, type), int(20, INT_ATTRIBUTE)))

export const node = (
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  ...attributes: Buffer[]
): Buffer =>
  bytes(
    1,
    cat(
      inputs.map((name) => bytes(1, name)),
      outputs.map((name) => bytes(2, name)),
      bytes(3, `${operator}_${outputs[0]}`),
      bytes(4, operator),
      attributes,
    ),
  )

/** An input or an output; a named dimension is of any length. */
export function value(name: string, type: number, dims: readonly (number | string)[]): Buffer {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)))
  return cat(bytes(1, name), bytes(2, bytes(1, cat(int(1, type), bytes(2, cat(shape))))))
}

interface Model {
  nodes: readonly Buffer[]
  constants: readonly Buffer[]
  inputs: readonly Buffer[]
  outputs: readonly Buffer[]
  /** What whoever loads it reads of it beside the graph. */
  about: Readonly<Record<string, string | number>>
}

export const model = ({ nodes, constants, inputs, outputs, about }: Model): Buffer =>
  cat(
    int(1, IR_VERSION),
    bytes(2, 'kaibo-test-double'),
    bytes(
      7,
      cat(
        [...nodes],
        bytes(2, 'graph'),
        constants.map((one) => bytes(5, one)),
        inputs.map((one) => bytes(11, one)),
        outputs.map((one) => bytes(12, one)),
      ),
    ),
    bytes(8, cat(bytes(1, ''), int(2, OPSET))),
    Object.entries(about).map(([key, told]) =>
      bytes(14, cat(bytes(1, key), bytes(2, String(told)))),
    ),
  )
