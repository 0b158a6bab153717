import { createPublicKey } from 'node:crypto'

/** The key (SPKI, DER, base64) in canonical form, or `undefined` if it is not an Ed25519 public key. */
export function ed25519Key(base64: string): string | undefined {
  try {
    const key = createPublicKey({
      key: Buffer.from(base64, 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (key.asymmetricKeyType !== 'ed25519') return undefined
    return key.export({ format: 'der', type: 'spki' }).toString('base64')
  } catch {
    return undefined
  }
}
