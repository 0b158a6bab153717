import { hash, verify } from '@node-rs/argon2'

/** argon2id's memory in KiB and number of passes. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

export interface Passwords {
  hash(plain: string): Promise<string>
  /** `undefined` for an account that does not exist: that takes as long as a wrong password, so the time tells nothing. */
  matches(stored: string | undefined, plain: string): Promise<boolean>
}

export function createPasswords(cost: PasswordCost): Passwords {
  const options = { ...cost, parallelism: 1 }
  const nobody = hash('no account has this password', options)
  return {
    hash: (plain) => hash(plain, options),
    async matches(stored, plain) {
      const right = await verify(stored ?? (await nobody), plain)
      return right && stored !== undefined
    },
  }
}
