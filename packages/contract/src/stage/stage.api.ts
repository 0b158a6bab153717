import { domain, get, post } from '../kernel/endpoint.ts'
import { words } from '../kernel/words.ts'
import { StageRef, StageView } from './stage.schema.ts'

export const stageApi = domain('stage', {
  view: get('/admin/v1/x/stage/link', { input: StageRef, data: StageView, can: 'room.look' }),
  /** Another secret: the pages that are open by the old link close. */
  renew: post('/admin/v1/x/stage/link', {
    input: StageRef,
    data: StageView,
    can: 'room.edit',
    audit: words('更换画面链接', 'Renewed the link of a stage'),
    changes: ['stage.view', 'room.info'],
  }),
})
