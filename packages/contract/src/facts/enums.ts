import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/* The enumerations of spec §4, value for value; meanings where the spec is silent follow the product's own pages. */

export const HandleAction = enumeration({
  edit: ['edit', '编辑', 'Edit'],
  add: ['add', '新增', 'Add'],
  look: ['look', '查看', 'View'],
  agree: ['agree', '同意', 'Approve'],
  refuse: ['refuse', '拒绝', 'Refuse'],
  play: ['play', '开播与停播', 'Start and stop'],
  manage: ['manage', '管理', 'Manage'],
  del: ['del', '删除', 'Delete'],
  reject: ['reject', '驳回', 'Reject'],
  imme: ['imme', '紧急停播', 'Emergency stop'],
  operate: ['operate', '操作', 'Operate'],
})
export type HandleAction = ValueOf<typeof HandleAction>

export const ListLoadState = enumeration({
  init: ['init', '未加载', 'Not loaded'],
  load: ['load', '加载', 'Load'],
  loading: ['loading', '加载中', 'Loading'],
  error: ['error', '加载失败', 'Failed'],
  end: ['end', '加载完毕', 'All loaded'],
  nomore: ['nomore', '没有更多', 'No more'],
  empty: ['empty', '暂无数据', 'Empty'],
  success: ['success', '加载成功', 'Loaded'],
  hasmore: ['hasmore', '还有更多', 'More'],
})

export const ProcessState = enumeration({
  start: ['start', '开始', 'Started'],
  doing: ['doing', '进行中', 'In progress'],
  finish: ['finish', '完成', 'Finished'],
})

export const Order = enumeration({
  first: [1, '全部', 'All'],
  second: [2, '待处理', 'Pending'],
  third: [3, '处理中', 'In progress'],
  fourth: [4, '已完成', 'Done'],
})

export const OrdinalGroup = enumeration({
  first: [1, '第一组', 'First'],
  second: [2, '第二组', 'Second'],
  third: [3, '第三组', 'Third'],
  fourth: [4, '第四组', 'Fourth'],
  fifth: [5, '第五组', 'Fifth'],
})

export const OpenStatus = enumeration({
  open: [1, '启用', 'Enabled'],
  close: [0, '停用', 'Disabled'],
})
export type OpenStatus = ValueOf<typeof OpenStatus>

export const LiveStatus = enumeration({
  undo: [0, '未开播', 'Off air'],
  starting: [1, '启动中', 'Starting'],
  doing: [2, '直播中', 'On air'],
})

export const IsOrNot = enumeration({
  is: [1, '是', 'Yes'],
  not: [0, '否', 'No'],
})
export type IsOrNot = ValueOf<typeof IsOrNot>

export const IsOrNotReversed = enumeration({
  is: [0, '是', 'Yes'],
  not: [1, '否', 'No'],
})

export const UserStatus = enumeration({
  open: [0, '正常', 'Active'],
  close: [1, '停用', 'Disabled'],
})
export type UserStatus = ValueOf<typeof UserStatus>

export const ModelType = enumeration({
  common: [0, '公共', 'Public'],
  privite: [1, '私有', 'Private'],
  custome: [2, '定制', 'Custom'],
  vrm: [3, 'VRM', 'VRM'],
  auth: [4, '授权', 'Licensed'],
})

export const AssetType = enumeration({
  front: [0, '前景', 'Front layer'],
  back: [1, '背景', 'Back layer'],
})

export const NotifyMode = enumeration({
  normal: [1, '发生时', 'When it happens'],
  advance: [2, '提前', 'In advance'],
})

export const MoneyType = enumeration({
  kcoin: [0, 'K币', 'K coin'],
  diamond: [1, '钻石', 'Diamond'],
})

export const StaticType = enumeration({
  login: [1, '登录', 'Logins'],
  register: [2, '注册', 'Registrations'],
})

export const AwardType = enumeration({
  prize_k_coin: ['prize_k_coin', 'K币奖励', 'K coin prize'],
  diamond: ['diamond', '钻石', 'Diamond'],
  prize_pink_diamond: ['prize_pink_diamond', '粉钻奖励', 'Pink diamond prize'],
})

export const AwardSendType = enumeration({
  all: [0, '全部用户', 'Everyone'],
  assign: [1, '指定用户', 'Chosen users'],
  reg: [2, '注册用户', 'New users'],
})

export const OrderStatus = enumeration({
  wait: [0, '待处理', 'Pending'],
  done: [1, '已完成', 'Done'],
})

export const SortDir = enumeration({
  ascend: [0, '升序', 'Ascending'],
  descend: [1, '降序', 'Descending'],
})
export type SortDir = ValueOf<typeof SortDir>

export const AuthExpireStatus = enumeration({
  forever: [0, '永久有效', 'Never expires'],
  normal: [1, '有效', 'Valid'],
  soon: [2, '即将到期', 'Expiring soon'],
  expired: [3, '已过期', 'Expired'],
})
export type AuthExpireStatus = ValueOf<typeof AuthExpireStatus>

export const ProperType = enumeration({
  cloth: [0, '服装', 'Outfit'],
  face: [7, '脸部', 'Face'],
  hand_proper: [9, '手持道具', 'Hand prop'],
  model: [11, '模型', 'Model'],
  pink_diamond: [100, '粉钻', 'Pink diamond'],
  k_coin: [101, 'K币', 'K coin'],
})

export const TradeType = enumeration({
  income: [0, '收入', 'In'],
  outcome: [1, '支出', 'Out'],
})

export const CdkCodeType = enumeration({
  common: [1, '通用码', 'Shared code'],
  unique: [2, '唯一码', 'Unique code'],
})

export const LivePlanStatus = enumeration({
  undo: [0, '未执行', 'Not run'],
  done: [1, '已执行', 'Run'],
})

export const EventType = enumeration({
  system: [1, '系统事件', 'System event'],
  common: [0, '普通事件', 'Game event'],
})

export const CheckExpressionType = enumeration({
  one: [1, '单侧比较', 'One-sided'],
  two: [2, '双侧区间', 'Two-sided'],
})

export const VarCalcType = enumeration({
  common: [0, '直接取值', 'As stored'],
  calc: [1, '计算', 'Calculation'],
  judge: [2, '判断', 'Cases'],
  map: [3, '映射', 'Look-up'],
  limit: [4, '限制', 'Limit'],
  server: [5, '服务端取值', 'From the server'],
})

export const VarType = enumeration({
  system: [0, '系统变量', 'System variable'],
  game: [1, '游戏变量', 'Game variable'],
  event: [2, '事件变量', 'Event variable'],
})

export const DataType = enumeration({
  number: [0, '数字', 'Number'],
  string: [1, '文本', 'Text'],
})

export const DataOrigin = enumeration({
  variable: ['variable', '变量', 'Variable'],
  result: ['result', '前一步结果', 'Earlier result'],
  input: ['input', '输入值', 'Typed value'],
})

export const OperatorMethod = enumeration({
  none: ['none', '不处理', 'Exact'],
  intval: ['intval', '取整', 'Truncate'],
  ceil: ['ceil', '向上取整', 'Round up'],
  floor: ['floor', '向下取整', 'Round down'],
  round: ['round', '四舍五入', 'Round'],
  round1: ['round1', '保留一位小数', 'One decimal'],
  round2: ['round2', '保留两位小数', 'Two decimals'],
})

export const TaskStatus = enumeration({
  wait: [0, '等待中', 'Waiting'],
  doing: [1, '进行中', 'Running'],
  done: [2, '已完成', 'Done'],
  pausing: [3, '已暂停', 'Paused'],
})

export const RoomMode = enumeration({
  live: [1, '直播', 'Live'],
  record: [2, '录制', 'Record'],
})
export type RoomMode = ValueOf<typeof RoomMode>

export const NodeType = enumeration({
  root: ['root', '规则集', 'Rule set'],
  par: ['par', '分支', 'Branch'],
  son: ['son', '规则', 'Rule'],
})

export const WorkerStatus = enumeration({
  undo: [1, '未工作', 'Idle'],
  ready: [2, '已就绪', 'Ready'],
  living: [3, '直播中', 'On air'],
  unliving: [4, '停播中', 'Stopping'],
})

export const UpdateStatus = enumeration({
  updating: [1, '更新中', 'Updating'],
  error: [2, '更新失败', 'Failed'],
  finish: [3, '更新完成', 'Finished'],
})

export const DigitalPlatform = enumeration({
  yb: [1, 'YB', 'YB'],
  yz: [2, 'YZ', 'YZ'],
  lc: [3, 'LC', 'LC'],
  four: [4, '第四平台', 'Fourth'],
})

export const RankList = enumeration({
  hot: [0, '热门榜', 'Hot'],
  buy: [1, '畅销榜', 'Best-selling'],
})

/** Reads as OCR: how screen readings become a value. */
export const ORCRMode = enumeration({
  single: [0, '单区域', 'One region'],
  concat: [1, '多区域拼接', 'Joined regions'],
  mode: [2, '多帧取众数', 'Mode of frames'],
})

export const AlarmType = enumeration({
  all: [0, '全部', 'All'],
  opera: [1, '运营', 'Operations'],
  program: [2, '技术', 'Technical'],
  inform: [3, '通知', 'Information'],
})

export const AlarmMoment = enumeration({
  stop: [0, '停播时', 'When a room stops'],
  callError: [1, '每次报错时', 'At each error'],
})

export const GameType = enumeration({
  danmu: [1, '弹幕游戏', 'Danmu game'],
  small: [2, '小游戏', 'Mini game'],
})

export const StopLive = enumeration({
  game_end: [1, '本局结束后', 'After the round'],
  check_setime: [2, '到设定时间', 'At the set time'],
  postpone: [3, '到时间后顺延', 'Set time, postponed while busy'],
})
