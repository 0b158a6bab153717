import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

export const lookupSamples: DomainSamples = {
  /** The answered areas are those of rows: of a live account and of the organisation. */
  async rows({ platform }, org_id) {
    const areas = [`账号地区-${org_id}`, `公会地区-${org_id}`]
    await buildLiveAccount(platform, { org_id, area: areas[0] ?? '' })
    const org = platform.db.query.updateTable('org').where('id', '=', org_id)
    await org.set({ areas_json: JSON.stringify(areas.slice(1)) }).execute()
    return areas
  },
  calls: {
    'lookup.platforms': nothing,
    'lookup.liveAccounts': nothing,
    'lookup.pcs': nothing,
    'lookup.orgs': nothing,
    'lookup.studios': { ...nothing, as: 'studio' },
    'lookup.rules': { ...nothing, as: 'guild' },
    'lookup.games': { ...nothing, as: 'studio' },
    // Names no game that there is
    'lookup.game': { input: () => ({ game_id: 'none' }), foreign: 'names no row', code: 1005 },
    'lookup.events': nothing,
    'lookup.vars': nothing,
    'lookup.areas': nothing,
  },
}
