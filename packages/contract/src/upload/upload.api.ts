import { words } from '../kernel/words.ts'
import { TIMEOUT } from '../facts/constants.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { Upload, UploadConfig, UploadRef, UploadRequest, UploadTicket } from './upload.schema.ts'

/**
 * A file travels in three steps: `preUrl` says where it may be put, the browser puts it there (the server's disk or an
 * S3-compatible storage), `complete` has the server check it. A file that is not completed, or that nothing uses a day later,
 * is removed.
 */
export const uploadApi = domain('upload', {
  config: get('/admin/v1/upload/config', { data: UploadConfig, can: 'login' }),
  preUrl: get('/common/upload/pre_url/', {
    input: UploadRequest,
    data: UploadTicket,
    can: 'login',
    // A GET by spec §7 that stores a row; the upload is audited when it is complete.
    writes: true,
  }),
  complete: post('/admin/v1/x/upload/complete', {
    input: UploadRef,
    data: Upload,
    can: 'login',
    audit: words('上传文件', 'Uploaded a file'),
    timeoutMs: TIMEOUT.upload,
  }),
})

/** Where the server's own disk takes a file and gives it back; the path ends in the upload's id. */
export const UPLOAD_PUT_PATH = '/common/upload/put/'
export const UPLOAD_FILE_PATH = '/common/upload/file/'
