import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { BlobStore } from './blob.ts'
import { createDiskBlobs } from './disk.ts'
import { createS3Blobs, type S3Settings } from './s3.ts'

/** The bucket that is configured; else a folder of the data directory. */
export function openBlobs(
  { s3, dataDir }: { s3?: S3Settings; dataDir: string },
  deps: { clock: Clock; log: Logger },
): BlobStore {
  return s3 ? createS3Blobs(s3, deps) : createDiskBlobs(join(dataDir, 'uploads'))
}
