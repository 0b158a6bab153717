import { createHash } from 'node:crypto'
import type { DesiredRoom, RoomConfig } from '@kaibo/contract/agent/frames.ts'
import { credentialsOf } from '#domains/lookup/credentials.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { ON_RUN } from '@kaibo/contract/room/room.state.ts'
import * as store from './room.store.ts'

/** What a room shall run with, as its PC is told. */
export function createDesired({ db, seal, log }: Platform<Tables>) {
  /** By the room's id: which version of it, and of its account, its PC was told last by this server. */
  const told = new Map<string, string>()

  function desiredOf(room: store.Room, account: Tables['live_account']): DesiredRoom {
    const config: RoomConfig = {
      room_code: room.room_code,
      room_name: room.name,
      actor: room.actor,
      mode: room.mode,
      platform: account.platform,
      account: {
        account_id: account.account_id,
        nickname: account.nickname,
        platform_room_id: account.platform_room_id,
      },
      credentials: credentialsFor(account),
      rules: JSON.parse(room.rules_json) as RoomConfig['rules'],
    }
    return {
      room_code: room.room_code,
      run: room.desired_run === 1,
      run_id: ON_RUN.includes(room.state) ? room.run_id : null,
      stop_mode: room.stop_mode === 'sentence' ? 'sentence' : 'now',
      config_hash: createHash('sha256').update(JSON.stringify(config)).digest('base64url'),
      config,
    }
  }

  /** The secret that platforms sign their pushes with stays on the server, which checks them. */
  function credentialsFor({ account_id, credentials_sealed }: Tables['live_account']) {
    if (credentials_sealed === null) return null
    const all = credentialsOf(seal, credentials_sealed)
    if (!all) {
      log.error({ account_id }, 'credentials cannot be opened')
      return null
    }
    const { push_secret: _, ...credentials } = all
    return credentials
  }

  return {
    async ofRoom(room: store.Room): Promise<DesiredRoom | undefined> {
      const account = await store.accountById(db.query, room.account_id)
      return account && desiredOf(room, account)
    },

    /** For the PC: from now on it counts as told. */
    async ofPc(pc_id: string): Promise<DesiredRoom[]> {
      const rooms = await store.roomsOfPc(db.query, null, { pc_id })
      const account_ids = rooms.map((room) => room.account_id)
      const found =
        rooms.length > 0 ? await store.accountsById(db.query, null, { account_ids }) : []
      const accounts = new Map(found.map((account) => [account.account_id, account]))
      return rooms.flatMap((room) => {
        const account = accounts.get(room.account_id)
        if (!account) return []
        told.set(room.id, versionsOf({ ...room, account_version: account.version }))
        return [desiredOf(room, account)]
      })
    },

    /** Whether the PC was told the room as it is set up now. A message that the bus has lost is found out by this. */
    isTold: (room: Versions & { id: string }): boolean => told.get(room.id) === versionsOf(room),
  }
}

interface Versions {
  version: number
  account_version: number
}

const versionsOf = ({ version, account_version }: Versions) => `${version}.${account_version}`

export type Desired = ReturnType<typeof createDesired>
