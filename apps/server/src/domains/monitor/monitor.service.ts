import { required } from '@kaibo/contract/kernel/messages.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
import type { agentApi } from '@kaibo/contract/agent/enrol.api.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { PcEnrol, PcEnrolCode, PublicAddress } from '@kaibo/contract/monitor/monitor.schema.ts'
import { isLoopback } from '@kaibo/contract/monitor/public-address.rules.ts'
import { homeOrg } from '#domains/lookup/home-org.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, fault, invalid, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { ENROL_CODE_TTL_MS, hashOfEnrolCode, newEnrolCode } from './enrol-code.ts'
import type { ReadAgentFile } from './agent-file.ts'
import { createGuesses } from './guesses.ts'
import { installLines, repositoryLines, voiceLines } from './install-lines.ts'
import * as store from './monitor.store.ts'
import { ed25519Key } from './public-key.ts'

export interface MonitorService {
  /**
   * A one-time code for a PC, and the lines that use it. While no public address is set, the PC is sent to the address of
   * this machine by which the caller reached it; without one it is refused.
   */
  enrolCode(
    actor: Actor,
    input: PcEnrol,
    origin: { ownAddress: string | undefined; lang: Lang },
  ): Promise<PcEnrolCode>
  publicAddress(actor: Actor, listening: readonly string[]): Promise<PublicAddress>
  /** Returns the address that it replaces. */
  editPublicAddress(actor: Actor, address: string): Promise<string | undefined>
  enrol(input: ParsedOf<typeof agentApi.enrol>, ip: string): Promise<DataOf<typeof agentApi.enrol>>
}

interface Deps {
  readAgentFile: ReadAgentFile
  readSpeaker: ReadAgentFile
}

export function createMonitor(
  platform: Platform<Tables>,
  { readAgentFile, readSpeaker }: Deps,
): MonitorService {
  const { db, clock, ids, bus, search } = platform
  const guesses = createGuesses(clock)

  async function pcFor(q: Queryable<Tables>, actor: Actor, { name, pc_id, org_id }: PcEnrol) {
    if (pc_id !== undefined) {
      if (name !== undefined)
        throw invalid({
          name: words('重新登记已有PC时不能填写PC名称', 'Enrolling a known PC again takes no name'),
        })
      if (org_id !== undefined)
        throw invalid({
          org_id: words(
            '重新登记已有PC时不能更换公会',
            'Enrolling a known PC again cannot change its guild',
          ),
        })
      const pc = await store.pcById(q, actor.scope, pc_id)
      if (!pc) throw notFound(nouns.pc)
      return pc
    }
    if (name === undefined) throw invalid({ name: required(nouns.pcName) })
    const home = await homeOrg(q, actor.scope, org_id)
    const at = clock.now()
    const id = ids.next(at)
    await store.addPc(q, { id, name, org_id: home, at, by: actor.uid })
    await search.keep(q, 'pc', [id])
    const pc = await store.pcByName(q, home, name)
    // A PC of this name that never enrolled is the same one, whose first code expired.
    if (!pc || pc.enrolled_at !== null)
      throw conflict(
        words('该PC名称已被使用，请换一个名称', 'This PC name is taken; choose another'),
      )
    return pc
  }

  return {
    async enrolCode(actor, input, { ownAddress, lang }) {
      const address = (await addressForAll(db.query)) ?? ownAddress
      if (address === undefined)
        throw conflict(
          words(
            '尚未设置服务器地址，请由能添加PC且有全部数据范围的账号在「添加PC」中填写',
            'The server address is not set; who can add PCs and sees all data enters it under “Add PC”',
          ),
        )
      const code = newEnrolCode(ids)
      const now = clock.now()
      const expires_at = now + ENROL_CODE_TTL_MS
      const pc = await db.transaction(async (trx) => {
        const found = await pcFor(trx, actor, input)
        await hold(trx, 'pc', 'id', found.id)
        const code_hash = hashOfEnrolCode(code)
        await store.replaceCode(
          trx,
          { code_hash, pc_id: found.id, expires_at, created_by: actor.uid },
          now,
        )
        return found
      })
      const file = await readAgentFile()
      const speaker = file && (await readSpeaker())
      const lines = file
        ? installLines({ address, code, sha256: file.sha256, lang })
        : repositoryLines(address, code)
      const voice = speaker && voiceLines({ address, sha256: speaker.sha256, lang })
      return {
        pc_id: pc.id,
        name: pc.name,
        code,
        expires_at,
        address,
        lines: { ...lines, ...voice },
      }
    },
    publicAddress: async (actor, listening) => ({
      address: (await addressForAll(db.query)) ?? null,
      may_edit: seesAll(actor) ? IsOrNot.is : IsOrNot.not,
      offered: listening.filter((address) => !isLoopback(address)),
    }),
    async editPublicAddress(actor, address) {
      if (!seesAll(actor))
        throw fault(
          Code.forbidden,
          words(
            '只有全部数据范围的账号可以设置服务器地址',
            'Only accounts that see all data can set the server address',
          ),
        )
      return db.transaction(async (trx) => {
        const before = await store.publicAddress(trx)
        await store.setPublicAddress(trx, address)
        return before
      })
    },
    async enrol({ code, public_key: given, version }, ip) {
      guesses.count(ip)
      const public_key = ed25519Key(given)
      if (!public_key)
        throw invalid({
          public_key: words('公钥不是有效的Ed25519公钥', 'This is no valid Ed25519 public key'),
        })
      const code_hash = hashOfEnrolCode(code)
      const at = clock.now()
      const enrolled = await db.transaction(async (trx) => {
        const pc_id = await store.claimCode(trx, code_hash, at)
        if (!pc_id) return undefined
        const { key_no, ...one } = await store.setKey(trx, pc_id, {
          public_key,
          agent_version: version,
          at,
        })
        // The server that has a connection with the old key closes it.
        await bus.publishIn(trx, 'pc:rekeyed', { pc_id, key_no })
        return one
      })
      const pc = enrolled || (await store.enrolledBefore(db.query, code_hash, public_key, at))
      if (!pc)
        throw invalid({
          code: words(
            '登记码无效或已过期，请在控制台重新生成',
            'The enrolment code is not valid any more; make a new one',
          ),
        })
      guesses.forgive(ip)
      return { pc_id: pc.id, name: pc.name, server_time: at }
    },
  }
}

/** Ignores a stored local address, saved before such addresses were refused. */
async function addressForAll(q: Queryable<Tables>): Promise<string | undefined> {
  const address = await store.publicAddress(q)
  return address && !isLoopback(address) ? address : undefined
}

const seesAll = ({ scope }: Actor) => scope.kind === 'all'
