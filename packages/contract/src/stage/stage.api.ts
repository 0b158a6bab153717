import { domain, get, post } from '../kernel/endpoint.ts'
import { words } from '../kernel/words.ts'
import { Anchor, AnchorRef, AnchorSave, SceneAssetQuery, SceneAssets } from './anchor.schema.ts'
import { PreviewLink, StageRef, StageView } from './stage.schema.ts'

export const stageApi = domain('stage', {
  /** Who stands in a room, how it sounds and what is around it. */
  anchor: get('/admin/v1/x/stage/anchor', {
    input: AnchorRef,
    data: Anchor,
    can: 'room.look',
    // Who works on a scene hears that somebody else has saved it
    live: true,
  }),
  saveAnchor: post('/admin/v1/live/room/save/anchorConfig', {
    input: AnchorSave,
    data: Anchor,
    can: 'room.edit',
    audit: words('保存直播间画面', 'Saved the scene of a room'),
    changes: ['stage.anchor', 'room.info', 'history.list'],
  }),
  /** What may stand in a room's scene. */
  assets: get('/admin/v1/x/stage/assets', {
    input: SceneAssetQuery,
    data: SceneAssets,
    can: 'room.look',
  }),
  view: get('/admin/v1/x/stage/link', { input: StageRef, data: StageView, can: 'room.look' }),
  /** Another secret: the pages that are open by the old link close. */
  renew: post('/admin/v1/x/stage/link', {
    input: StageRef,
    data: StageView,
    can: 'room.edit',
    audit: words('更换画面链接', 'Renewed the link of a stage'),
    changes: ['stage.view', 'room.info'],
  }),
  /** A link by which anybody sees the stage without sound. */
  preview: post('/admin/v1/x/stage/preview', {
    input: StageRef,
    data: PreviewLink,
    can: 'room.look',
    audit: words('打开画面预览', 'Opened a preview of a stage'),
  }),
  /** Ends all links of before. */
  renewPreview: post('/admin/v1/x/stage/preview/renew', {
    input: StageRef,
    data: PreviewLink,
    can: 'room.edit',
    audit: words('更换预览链接', 'Renewed the preview link of a stage'),
  }),
})
