import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets at rest: AES-256-GCM under the installation's own key. */
export interface Seal {
  close(plain: string): string
  /** Throws when the text was not sealed by this key or was changed. */
  open(sealed: string): string
  /** HMAC-SHA256 in base64url, with a key derived for the purpose: a signature for one purpose is not valid for another. */
  sign(purpose: string, text: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

export function createSeal(key: Buffer): Seal {
  return {
    close(plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
    sign(purpose, text) {
      const own = Buffer.from(hkdfSync('sha256', key, '', `kaibo/${purpose}`, KEY_BYTES))
      return createHmac('sha256', own).update(text).digest('base64url')
    },
  }
}
