export const MEGABYTE = 1024 * 1024

/** `5 MB`, as people say the limit of a file. */
export const megabytes = (bytes: number): string => `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`

/** `PNG`, `JPEG`: what people call a media type. */
export const typeName = (type: string): string => type.replace(/^\w+\//, '').toUpperCase()
