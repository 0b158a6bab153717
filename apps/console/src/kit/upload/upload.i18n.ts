import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  limits: '{{types}} 格式，不超过 {{size}}',
  wrong_type: '“{{name}}”不是{{types}}，请换一个',
  too_large: '“{{name}}”有 {{size}}，不能超过 {{max}}，请换一个',
  empty_file: '“{{name}}”是空文件，请换一个',
  unreadable: '图片无法打开，请换一张',
  choose: '选择图片',
  choose_sheet: '选择表格',
  import_sheet: '导入表格',
  change: '更换头像',
  avatar: '头像',
  no_avatar: '尚未设置头像',
  sending: '正在上传 {{percent}}%',
  checking: '正在检查文件',
  done: '文件已上传',
  cancel: '取消',
  cancel_upload: '取消上传',
  retry: '重试',
  go_on: '继续',
  choose_file: '选择{{label}}',
  change_file: '更换{{label}}',
  crop_title: '裁剪头像',
  crop_hint: '拖动图片或用方向键移动，滚轮或滑块缩放',
  crop_area: '裁剪区域，方向键移动图片',
  zoom: '缩放',
  zoom_value: '{{percent}}%',
  use_picture: '裁剪并上传',
}
const en: Shape<typeof zh> = {
  limits: '{{types}}, up to {{size}}',
  wrong_type: '“{{name}}” is no {{types}} file; choose another',
  too_large: '“{{name}}” has {{size}}, the limit is {{max}}; choose another',
  empty_file: '“{{name}}” is empty; choose another',
  unreadable: 'The picture cannot be opened; choose another',
  choose: 'Choose a picture',
  choose_sheet: 'Choose a sheet',
  import_sheet: 'Import a sheet',
  change: 'Change picture',
  avatar: 'Picture',
  no_avatar: 'No picture yet',
  sending: 'Uploading {{percent}}%',
  checking: 'Checking the file',
  done: 'File uploaded',
  cancel: 'Cancel',
  cancel_upload: 'Cancel upload',
  retry: 'Try again',
  go_on: 'Go on',
  choose_file: 'Choose: {{label}}',
  change_file: 'Change: {{label}}',
  crop_title: 'Crop the picture',
  crop_hint: 'Drag the picture or use the arrow keys; zoom with the wheel or the slider',
  crop_area: 'Crop area; arrow keys move the picture',
  zoom: 'Zoom',
  zoom_value: '{{percent}}%',
  use_picture: 'Crop and upload',
}

declare module '#client/i18n.ts' {
  interface Texts {
    upload: typeof zh
  }
}
addTexts('upload', { zh, en })
