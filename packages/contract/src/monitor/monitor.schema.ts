import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { IsOrNot } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { line } from '../kernel/text.ts'
import { asOrigin, isLoopback, isOrigin } from './public-address.rules.ts'

/** A new PC by its name, or a known one by its id, to be enrolled again (new disk, lost key): exactly one of the two. */
export const PcEnrol = z.object({
  name: z.optional(line(nouns.pcName, 40)),
  pc_id: z.optional(field(nouns.pc, z.string().check(z.minLength(1), z.maxLength(40)))),
  /** Of a new PC. */
  org_id: z.optional(field(nouns.org, z.string().check(z.minLength(1), z.maxLength(40)))),
})
export type PcEnrol = z.infer<typeof PcEnrol>

/** A code that enrols one PC once, within ten minutes, and the lines that the person at the PC pastes. */
export const PcEnrolCode = z.object({
  pc_id: z.string(),
  name: z.string(),
  code: z.string(),
  expires_at: z.int(),
  /** Where the lines send the PC. */
  address: z.string(),
  lines: z.object({
    /** Download, check and start, once. */
    sh: z.string(),
    powershell: z.string(),
    /** Starts what was downloaded. */
    again: z.string(),
    /** Download and check the voice, where the server has it: the PC then speaks also while the server is away. */
    voice_sh: z.optional(z.string()),
    voice_powershell: z.optional(z.string()),
  }),
})
export type PcEnrolCode = z.infer<typeof PcEnrolCode>

/** Where PCs find the server, as an origin: `https://kaibo.example.com`. */
export const publicAddress = field(
  words('服务器地址', 'Server address'),
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(200),
      z.overwrite(asOrigin),
      z.refine(
        isOrigin,
        says(
          '{label}须形如 https://kaibo.example.com，不带路径',
          '{label} must look like https://kaibo.example.com, without a path',
        ),
      ),
    ),
)
export const PublicAddressEdit = z.object({
  address: publicAddress.check(
    z.refine(
      (address) => !isLoopback(address),
      says(
        '{label}不能是本机地址：别的电脑连不到 127.0.0.1 或 localhost',
        '{label} must not be this machine’s own: no other reaches 127.0.0.1 or localhost',
      ),
    ),
  ),
})

export const PublicAddress = z.object({
  /** `null` until somebody has set it. */
  address: z.nullable(z.string()),
  /** The caller may. */
  may_edit: oneOf(IsOrNot),
  /** By which other machines reach the server, as far as it knows: none while it listens on its own machine alone. */
  offered: z.array(z.string()),
})
export type PublicAddress = z.infer<typeof PublicAddress>
