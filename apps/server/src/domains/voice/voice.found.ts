import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'
import { amongVoices } from './voice.store.ts'

const NOBODYS = {
  org_id: sql<null>`null`.as('org_id'),
  uid: sql<null>`null`.as('uid'),
  empty: sql<string>`''`,
}

export const foundVoices: Found<Tables, 'voice', 'voice'> = {
  kind: 'voice',
  table: 'voice',
  key: 'voice_id',
  texts: ['name'],
  codes: ['voice_id'],
  among: amongVoices('shown.org_id'),
  shown: (q) =>
    q
      .selectFrom('voice')
      .select([
        'voice_id as key',
        'voice_id as id',
        'name',
        'engine_voice as code',
        NOBODYS.empty.as('note'),
        'org_id',
        NOBODYS.uid,
      ]),
}

export const foundVoiceServers: Found<Tables, 'voice_server', 'voice_server'> = {
  kind: 'voice_server',
  table: 'voice_server',
  key: 'server_id',
  texts: ['name'],
  codes: ['server_id'],
  open: true,
  shown: (q) =>
    q
      .selectFrom('voice_server')
      .select([
        'server_id as key',
        'server_id as id',
        'name',
        'base_url as code',
        NOBODYS.empty.as('note'),
        NOBODYS.org_id,
        NOBODYS.uid,
      ]),
}

export const foundVoiceResources: Found<Tables, 'voice_resource', 'voice_resource'> = {
  kind: 'voice_resource',
  table: 'voice_resource',
  key: 'resource_id',
  texts: ['name'],
  codes: ['resource_id'],
  open: true,
  shown: (q) =>
    q
      .selectFrom('voice_resource')
      .select([
        'resource_id as key',
        'resource_id as id',
        'name',
        'kind as code',
        NOBODYS.empty.as('note'),
        NOBODYS.org_id,
        NOBODYS.uid,
      ]),
}
