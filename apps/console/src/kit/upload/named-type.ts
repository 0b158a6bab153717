import { UPLOAD_LIMITS, type UploadKind } from '@kaibo/contract/upload/upload.schema.ts'

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  vrm: 'model/gltf-binary',
  pdf: 'application/pdf',
  txt: 'text/plain',
  bz2: 'application/x-bzip2',
}

/** A file with the type that its name says: browsers know few of them. What is in it the server tells. */
export function withNamedType(file: File): File {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const type = TYPES[ending] ?? file.type
  const { name, lastModified } = file
  return type === file.type ? file : new File([file], name, { type, lastModified })
}

/** As which of these kinds a file is sent; the first where it is none, so that its refusal says what is taken. */
export const kindOfFile = (file: File, kinds: readonly UploadKind[]): UploadKind | undefined =>
  kinds.find((kind) => UPLOAD_LIMITS[kind].types.some((type) => type === file.type)) ?? kinds[0]

/** For the file dialog: browsers know endings better than types. */
export const endingsOf = (kinds: readonly UploadKind[]): string =>
  Object.entries(TYPES)
    .filter(([, type]) =>
      kinds.some((kind) => UPLOAD_LIMITS[kind].types.some((one) => one === type)),
    )
    .map(([ending]) => `.${ending}`)
    .join(',')
