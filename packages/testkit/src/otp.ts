import { Secret, TOTP } from 'otpauth'

/** What a person's authenticator shows for this secret, now or at another instant. */
export const codeOf = (secret: string, at: number = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
