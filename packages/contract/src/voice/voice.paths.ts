/** Where a sound that somebody tried is heard; the path ends in its id, and is signed. */
export const TRIAL_PATH = '/common/voice/test/'
/** Where a voice server fetches a resource that it was told of; signed. */
export const RESOURCE_PATH = '/common/voice/resource/'
/** Where it says that the resource stands. */
export const PUBLISHED_PATH = '/ingest/v1/voice/published'
