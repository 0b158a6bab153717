export const MEGABYTE = 1024 * 1024

/** `5 MB`, as people say the limit of a file. */
export const megabytes = (bytes: number): string => `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const NAMES: Readonly<Record<string, string>> = {
  [XLSX_TYPE]: 'XLSX',
  // As Windows calls a csv where Excel is installed.
  'application/vnd.ms-excel': 'CSV',
  'audio/mpeg': 'MP3',
  'audio/mp4': 'M4A',
  'model/gltf-binary': 'VRM',
  'text/plain': 'TXT',
  'application/x-bzip2': 'tar.bz2',
}

/** `PNG`, `CSV`: what people call a media type. */
export const typeName = (type: string): string =>
  NAMES[type] ?? type.replace(/^\w+\//, '').toUpperCase()

/** What people call several, each once. */
export const typeNames = (types: readonly string[]): string[] => [...new Set(types.map(typeName))]
