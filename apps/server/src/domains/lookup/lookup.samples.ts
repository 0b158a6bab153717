import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

const EMPTY = { parts_json: '{}', tags_json: '[]' }

export const lookupSamples: DomainSamples = {
  /** The answered areas are those of rows: of a live account and of the organisation. */
  async rows({ platform }, org_id) {
    const areas = [`账号地区-${org_id}`, `公会地区-${org_id}`]
    await buildLiveAccount(platform, { org_id, area: areas[0] ?? '' })
    const org = platform.db.query.updateTable('org').where('id', '=', org_id)
    await org.set({ areas_json: JSON.stringify(areas.slice(1)) }).execute()
    const stamped = { version: 1, created_at: 0, updated_at: 0, updated_by: null }
    const asset_id = `形象-${org_id}`
    const licence = { org_id, licence_json: null, expire_at: null, builtin: 0 } as const
    await platform.db.query
      .insertInto('asset')
      .values({
        ...stamped,
        ...licence,
        asset_id,
        name: asset_id,
        kind: 'actor',
        type: 1,
        ...EMPTY,
      })
      .execute()
    const voice_id = `音色-${org_id}`
    const sound = {
      provider: 'openai',
      engine_voice: 'a',
      lang: 'zh-CN',
      gender: 'female',
    } as const
    await platform.db.query
      .insertInto('voice')
      .values({
        ...stamped,
        ...licence,
        ...sound,
        voice_id,
        name: voice_id,
        params_json: '{}',
        enabled: 1,
      })
      .execute()
    return [...areas, asset_id, voice_id]
  },
  calls: {
    'lookup.platforms': nothing,
    'lookup.liveAccounts': nothing,
    'lookup.rooms': nothing,
    'lookup.pcs': nothing,
    'lookup.orgs': nothing,
    'lookup.studios': { ...nothing, as: 'studio' },
    'lookup.rules': { ...nothing, as: 'guild' },
    'lookup.games': { ...nothing, as: 'studio' },
    // Names no game that there is
    'lookup.game': { input: () => ({ game_id: 'none' }), foreign: 'names no row', code: 1005 },
    'lookup.events': nothing,
    'lookup.vars': nothing,
    'lookup.backgrounds': nothing,
    'lookup.sounds': nothing,
    'lookup.actors': nothing,
    'lookup.voices': nothing,
    'lookup.playables': nothing,
    'lookup.areas': nothing,
  },
}
