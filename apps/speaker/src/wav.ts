const HEADER = 44
const BITS = 16

/** A WAV file of one channel of 16-bit samples. */
export function wavOf(pcm: Buffer, sampleRate: number): Buffer {
  const header = Buffer.alloc(HEADER)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER - 8 + pcm.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE((sampleRate * BITS) / 8, 28)
  header.writeUInt16LE(BITS / 8, 32)
  header.writeUInt16LE(BITS, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.length, 40)
  return Buffer.concat([header, pcm])
}

/** Samples from -1 to 1 as numbers of 16 bits. */
export function pcmOf(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, at) => {
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2)
  })
  return pcm
}
