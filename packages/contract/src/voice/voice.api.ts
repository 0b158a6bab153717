import { domain, get, post } from '../kernel/endpoint.ts'
import { listOf, pageOf } from '../kernel/page.ts'
import { words } from '../kernel/words.ts'
import {
  ModelLicence,
  ModelLicenceAccept,
  ModelLicenceRef,
  NaturalDraft,
  NaturalFetch,
} from './voice.natural.schema.ts'
import {
  ResourceDraft,
  ResourcePublish,
  ResourceQuery,
  ResourceRow,
} from './voice.resource.schema.ts'
import {
  VoiceAdd,
  VoiceEdit,
  VoiceQuery,
  VoiceRef,
  VoiceRow,
  VoiceTest,
  VoiceTested,
} from './voice.schema.ts'
import {
  ChangeOutcome,
  PortHour,
  PortQuery,
  PortRow,
  ServerChange,
  ServerDraft,
  ServerQuery,
  ServerRef,
  ServerRow,
  StatisticQuery,
} from './voice.server.schema.ts'

const TEST_MS = 30_000
const VOICES = ['voice.list', 'voice.servers', 'lookup.voices'] as const
const SERVERS = ['voice.servers', 'voice.ports', 'voice.list'] as const

export const voiceApi = domain('voice', {
  list: get('/admin/v1/xkvoice/list', {
    input: VoiceQuery,
    data: pageOf(VoiceRow),
    can: 'voice.look',
    live: true,
  }),
  add: post('/admin/v1/xkvoice/add', {
    input: VoiceAdd,
    data: VoiceRow,
    can: 'voice.add',
    audit: words('新增音色', 'Added a voice'),
    changes: VOICES,
  }),
  edit: post('/admin/v1/xkvoice/edit', {
    input: VoiceEdit,
    data: VoiceRow,
    can: 'voice.edit',
    audit: words('修改音色', 'Edited a voice'),
    changes: [...VOICES, 'history.list'],
  }),
  del: post('/admin/v1/xkvoice/del', {
    input: VoiceRef,
    can: 'voice.del',
    audit: words('删除音色', 'Deleted a voice'),
    changes: VOICES,
  }),
  servers: get('/admin/v1/xkvoice/server/list', {
    input: ServerQuery,
    data: pageOf(ServerRow),
    can: 'voice.look',
    live: true,
  }),
  saveServer: post('/admin/v1/x/voice/server/save', {
    input: ServerDraft,
    data: ServerRow,
    can: 'voice.manage',
    audit: words('保存语音服务器', 'Saved a voice server'),
    changes: [...SERVERS, 'history.list'],
  }),
  delServer: post('/admin/v1/x/voice/server/del', {
    input: ServerRef,
    can: 'voice.manage',
    audit: words('删除语音服务器', 'Deleted a voice server'),
    changes: SERVERS,
  }),
  change: post('/admin/v1/xkvoice/server/change', {
    input: ServerChange,
    data: listOf(ChangeOutcome),
    can: 'voice.operate',
    audit: words('更换直播间的语音端口', 'Moved rooms to other voice ports'),
    changes: ['voice.ports', 'voice.servers'],
  }),
  ports: get('/admin/v1/xkvoice/port/list', {
    input: PortQuery,
    data: listOf(PortRow),
    can: 'voice.look',
    live: true,
  }),
  statistic: get('/admin/v1/xkvoice/port/statistic', {
    input: StatisticQuery,
    data: listOf(PortHour),
    can: 'voice.look',
  }),
  /** Makes the sound anew, whatever was made before. */
  test: post('/admin/v1/xkvoice/test', {
    input: VoiceTest,
    data: VoiceTested,
    can: 'voice.operate',
    audit: words('试听音色', 'Tried a voice'),
    stepwise: true,
    timeoutMs: TEST_MS,
  }),
  resources: get('/admin/v1/xkvoice/resource/list', {
    input: ResourceQuery,
    data: pageOf(ResourceRow),
    can: 'voice.look',
    live: true,
  }),
  saveResource: post('/admin/v1/x/voice/resource/save', {
    input: ResourceDraft,
    data: ResourceRow,
    can: 'voice.manage',
    audit: words('保存语音资源', 'Saved a voice resource'),
    changes: ['voice.resources'],
  }),
  /** A model with its server and its first voice: usable once it was unpacked, its licence accepted, and it has spoken. */
  addNatural: post('/admin/v1/x/voice/natural/add', {
    input: NaturalDraft,
    data: ResourceRow,
    can: 'voice.manage',
    audit: words('添加自然语音', 'Added a natural voice'),
    changes: [...VOICES, 'voice.ports', 'voice.resources'],
  }),
  fetchNatural: post('/admin/v1/x/voice/natural/fetch', {
    input: NaturalFetch,
    data: ResourceRow,
    can: 'voice.manage',
    audit: words('重新取回语音模型', 'Had a voice model fetched again'),
    changes: ['voice.resources'],
  }),
  modelLicence: get('/admin/v1/x/voice/natural/licence', {
    input: ModelLicenceRef,
    data: ModelLicence,
    can: 'voice.manage',
  }),
  acceptLicence: post('/admin/v1/x/voice/natural/accept', {
    input: ModelLicenceAccept,
    data: ResourceRow,
    can: 'voice.manage',
    audit: words('接受语音模型的授权', 'Accepted the licence of a voice model'),
    changes: ['voice.resources', 'voice.modelLicence'],
  }),
  publish: post('/admin/v1/xkvoice/resource/publish', {
    input: ResourcePublish,
    data: ResourceRow,
    can: 'voice.manage',
    audit: words('发布语音资源', 'Published a voice resource'),
    changes: ['voice.resources', 'voice.ports'],
  }),
})
