/* Small sounds, films and models of which a test knows every byte. */

/** Eight coloured pictures, 64 by 96 pixels, as a browser records them. */
export const WEBM = Buffer.from(
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAN5EU2bdLlNu4tTq4QVSalmU6yBbk' +
    '27i1OrhBZUrmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCA2fsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYREO8UvTYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuut' +
    'eBAXPFh7X3QxxLXOODgQFV7oEBhoVWX1ZQOOCdsIFAuoFgU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAA' +
    'AofngQCg66G3gQAAAJADAJ0BKkAAYAAKhwiFhYiZhIg4AgJ08k5BF10exZ06dOnTpvgA/t9/sn6XvqVv10UQAHWhr6' +
    'at7oEBpahQAwCdASpAAGAACocIhYWImYSIOAIABkwnzp06dOnTp06dN8D+664AoMihp4EAiwBxAgAqEcAAGAAZR/QM' +
    'AAfYwBWwYAmA/s6C69aW5uE5V6vK4HWhmaaX7oEBpZLRAQAqEcAAGAAYWC/0AAiP8AD7gQCgyaGogQDvAHECACoReA' +
    'AYABlH9AwAB9jAFbBgCYD+6Isfjf6tfJkpbSIIAHWhmaaX7oEBpZLRAQAqEcAAGAAYWC/0AAiP8AD7gYugzaGsgQFU' +
    'ALECACoRWAAYB2AQNTDmmYARwArYMAVpAP7gJX8bzea1rf8W0joUngB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIj/' +
    'AA+4HvoMmhp4EBwABxAgAqETgAGAAZR/QMAAfYwBWwYAmA/uZnkD/8K1vZ7A8nQHWhmaaX7oEBpZLRAQAqEcAAGAAY' +
    'WC/0AAiP8AD7ggFUoMqhqIECJgBxAgAqERQAGAAZR/QMAAfYwBWwYAmA/ofXqRhi7H/xbSOhSeB1oZmml+6BAaWS0Q' +
    'EAKhHAABgAGFgv9AAIj/AA+4IBwKDKoaiBAooAcQIAKhD4ABgAGUf0DAAJqBWwYArWgP7vdtf+Sn9d3lFzyHEAdaGZ' +
    'ppfugQGlktEBACoRwAAYABhYL/QACI/wAPuCAiagzqGsgQLvAHECACoQ4AAYABlH9AwACagVsGAK1oD+7Qcv/G8eBX' +
    'kuyv/w5U+nbYB1oZmml+6BAaWS0QEAKhGgFGAAYWC/0AAiP8AA+4ICihxTu2uNu4uzgQC3hveBAfGB1A==',
  'base64',
)
/** The same as H.264, in fragments. */
export const MP4 = Buffer.from(
  'AAAAJGZ0eXBpc29tAAACAGlzb21pc282aXNvMmF2YzFtcDQxAAACy21vb3YAAAB4bXZoZAEAAAAAAAAA5yzk8AAAAA' +
    'DnLOTwAAAD6AAAAAAAAALhAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAIjdHJhawAAAGh0a2hkAQAAAwAAAADnLOTwAAAAAOcs5PAAAA' +
    'ABAAAAAAAAAAAAAALhAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAABA' +
    'AAAAYAAAAAABs21kaWEAAAAsbWRoZAEAAAAAAAAA5yzk8AAAAADnLOTwAAB1MAAAAAAAAALhVcQAAAAAAC1oZGxyAA' +
    'AAAAAAAAB2aWRlAAAAAAAAAAAAAAAAVmlkZW9IYW5kbGVyAAAAAVJtaW5mAAAAFHZtaGQAAAABAAAAAAAAAAAAAAAl' +
    'ZGluZgAAAB1kcmVmAAAAAAAAAAEAAAANdXJsIAAAAAEAAAABEXN0YmwAAAAQc3RzYwAAAAAAAAAAAAAAEHN0dHMAAA' +
    'AAAAAAAAAAABRzdHN6AAAAAAAAAAAAAAAAAAAAEHN0Y28AAAAAAAAAAAAAAMVzdHNkAAAAAAAAAAEAAAC1YXZjMQAA' +
    'AAAAAAABAAAAAQAAAAAAAAAAAAAAAABAAGAASAAAAEgAAAAAAAAAAQtBVkMxIENvZGluZwAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAABj//wAAABBwYXNwAAAAAQAAAAEAAAAUYnRydAAAAAAAAAAAAAAAAAAAAChhdmNDAULACv/hABFnQsAKjI1C' +
    'Gk3AQ0BB4RCNQAEABGjOPIAAAAATY29scm5jbHgAAQANAAGAAAAAKG12ZXgAAAAgdHJleAAAAAAAAAABAAAAAQAAAA' +
    'AAAAAAAAAAAAAAAKBtb29mAAAAEG1maGQAAAAAAAAAAQAAAIh0cmFmAAAAFHRmaGQAAgAgAAAAAQEBAAAAAAAUdGZk' +
    'dAEAAAAAAAAAAAAAAAAAAFh0cnVuAQADBQAAAAgAAACoAgAAAAAAC8AAAAAtAAALwQAAADkAAAvBAAAARQAAC8EAAA' +
    'A4AAALwwAAAC4AAAv4AAAAMAAAC7sAAAA0AAAD5wAAADYAAAGzbWRhdAAAAClluAAEAAAEP//+CKKAD44AMcAAQHJM' +
    'Vk5OsVrrrrrrrrrrrrrrrrrrrwAAADVh4ABAAL5AQ83//wRRQ+OAAIBscAAticXifE+eQXiPEeI89Z/P5/P5/P5/Pe' +
    'fz+fzyZ/P5/AAAAEFh4ACAAT5AW/hSKYpimKYpimKYpimKYpimKYpimKY4DHAAP4nF4nxPnkWI8R4jzyZ/P5/P5/P5' +
    '/P5/P5/P5/P5/AAAADRh4ADAAb5Ac/hS7u7u7u7u7u45jgAGcTiuJ8T4mR5/P5/P5/P5/P5/P5/P5/P5/P5/P5/AAA' +
    'AAKmHgAQACPkAg/qOAAW+N1fE+J8Xq+fz+fz+fz+fz+fz+fz+fz+fz+fz+fwAAACxh4AFAAr5AIPG4uOAAQjgAGcT4' +
    'nxPn8/n8/n8/n8/n8/n8/n8/n8/n8/n8/gAAADBh4AGAAz5AIPN//8EUUHxwABACjuJ3ifE+fefz+fz+fz+fz+fz+f' +
    'z+fz+fz+fz+fwAAAAyYeABwAO+QCD+FKqqqqqqqqqqjscAAtifE+J8/n8/n8/n8/n8/n8/n8/n8/n8/n8/n8AAAABM' +
    'bWZyYQAAADR0ZnJhAQAAAAAAAAEAAAA/AAAAAQAAAAAAAAAAAAAAAAAAAu8AAAABAAAAAQAAAAEAAAAQbWZybwAAAA' +
    'AAAABM',
  'base64',
)

/** Silence of so many seconds: 8,000 samples a second, 8 bits. */
export function wav(seconds: number): Buffer {
  const samples = seconds * 8_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

/** Frames of MPEG audio in which nothing is to be heard. */
export function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

interface Glb {
  /** Over what is right. */
  json?: object
  bin?: Buffer
  /** Behind the end. */
  more?: Buffer
}

/** A VRM of one triangle, as far as a server looks into it. */
export function vrm({
  json = {},
  bin = Buffer.alloc(36),
  more = Buffer.alloc(0),
}: Glb = {}): Buffer {
  const model = {
    asset: { version: '2.0' },
    extensionsUsed: ['VRMC_vrm'],
    extensions: { VRMC_vrm: { specVersion: '1.0' } },
    buffers: [{ byteLength: bin.length }],
    bufferViews: [{ buffer: 0, byteLength: bin.length }],
    accessors: [{ count: 3, bufferView: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    ...json,
  }
  const text = Buffer.from(JSON.stringify(model))
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const head = Buffer.alloc(20)
  head.write('glTF', 0)
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(20 + padded.length + 8 + bin.length, 8)
  head.writeUInt32LE(padded.length, 12)
  head.write('JSON', 16)
  const chunk = Buffer.alloc(8)
  chunk.writeUInt32LE(bin.length, 0)
  chunk.write('BIN\0', 4)
  return Buffer.concat([head, padded, chunk, bin, more])
}
