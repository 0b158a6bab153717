import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { CallName, DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { NO_CODE } from './errors.ts'
import { answered, call, CallError } from './http.ts'
import { onLanguage } from './language.ts'
import { currentSession, onSession } from './session.ts'
import { signal } from './signal.ts'

const RETRIES = 2

/**
 * Only network failures are retried; an error answered by the server is final. After a
 * time-out (spec §9) the error is shown and the person retries by hand.
 */
const retry = (failures: number, error: Error) =>
  failures < RETRIES &&
  error instanceof CallError &&
  error.code === NO_CODE &&
  (error.status === 0 || error.status >= 502)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

// Another login must not see cached data of the previous one, even if it happened in another tab.
let token = currentSession().token
onSession(() => {
  const now = currentSession().token
  if (now !== token) queryClient.clear()
  token = now
})

// Answers contain texts in the old language.
onLanguage(() => void queryClient.invalidateQueries())

const queryKey = (endpoint: Endpoint, input?: object): readonly unknown[] =>
  input === undefined ? [endpoint.name] : [endpoint.name, input]

interface CallSettings<Data> {
  enabled?: boolean
  /** So often it is asked again; where that depends on the answer, by it. */
  refetchMs?: number | ((data: Data | undefined) => number)
  /** Asks also where the same was asked a moment ago: of something that adds up, nothing may be missing. */
  anew?: boolean
  /** Shows the last answer while that for a new input is on its way: lists keep their rows while paging. */
  keep?: boolean
}

/** A query. Its error is shown by the panel that shows the data, never in a toast. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, refetchMs, anew = false, keep = false }: CallSettings<DataOf<E>> = {},
): UseQueryResult<DataOf<E>, CallError> {
  return useQuery<DataOf<E>, CallError>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => askFor(endpoint, input, signal),
    enabled,
    refetchInterval:
      typeof refetchMs === 'function' ? ({ state }) => refetchMs(state.data) : (refetchMs ?? false),
    ...(anew ? { staleTime: 0 } : { initialData: () => answered(endpoint, input) }),
    placeholderData: keep ? keepPreviousData : undefined,
  })
}

/** Puts an answer that the boot script has got in the cache, where a query will find it; answers it. */
export function keepAnswered<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): DataOf<E> | undefined {
  const data = answered(endpoint, input)
  if (data !== undefined) queryClient.setQueryData(queryKey(endpoint, input), data)
  return data
}

type Update = (data: never, input: never) => unknown

/** For each call, the live changes received while a request was under way. */
const underWay = new Map<string, Set<Update[]>>()

/** The server may have read its data before a live message that arrived first: the message is applied again to the answer. */
async function askFor<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
): Promise<DataOf<E>> {
  const heard: Update[] = []
  const ofCall = underWay.get(endpoint.name) ?? new Set()
  underWay.set(endpoint.name, ofCall.add(heard))
  try {
    let data = await call(endpoint, input, { signal, silent: true })
    for (const update of heard) data = update(data as never, input as never) as typeof data
    return data
  } finally {
    ofCall.delete(heard)
  }
}

interface ActSettings<E extends Endpoint> {
  /* Called even if the component has unmounted. */
  onSuccess?: (data: DataOf<E>, input: InputOf<E>) => void
  onError?: (error: CallError, input: InputOf<E>) => void
  /** The dialog shows the error itself: no toast. */
  silent?: boolean
}

/** A mutation. The calls named in its contract line's `changes` are refetched, whether it succeeded or failed. */
export function useAct<E extends Endpoint>(
  endpoint: E,
  { onSuccess, onError, silent = false }: ActSettings<E> = {},
): UseMutationResult<DataOf<E>, CallError, InputOf<E>> {
  return useMutation<DataOf<E>, CallError, InputOf<E>>({
    mutationKey: queryKey(endpoint),
    mutationFn: (input) => call(endpoint, input, { silent }),
    onSuccess: (data, input) => onSuccess?.(data, input),
    onError: (error, input) => onError?.(error, input),
    onSettled: () => refreshAll(endpoint.changes),
  })
}

const asked = signal<string>()
/** Subscribes to the names of calls that are refetched after a change: a list then shows the new answer at once. */
export const onRefresh = asked.on

/** Refetches a call for every input that is on screen. */
export const refresh = ({ name }: Pick<Endpoint, 'name'>): void => refreshName(name)

/** The same for several calls by name, as in a contract line's `changes`. */
export const refreshAll = (names: readonly CallName[]): void => names.forEach(refreshName)

function refreshName(name: string): void {
  asked.emit(name)
  void queryClient.invalidateQueries({ queryKey: [name] })
}

/**
 * Changes all cached answers of a call in place, including those still on the way: this is how a live message is shown without a
 * fetch. Changes are applied in the order of their messages.
 */
export function patch<E extends Endpoint>(
  endpoint: E,
  update: (data: DataOf<E>, input: InputOf<E>) => DataOf<E>,
): void {
  patchName(endpoint.name, update)
}

function patchName(name: string, update: Update): void {
  for (const heard of underWay.get(name) ?? []) heard.push(update)
  for (const { queryKey: key } of queryClient.getQueryCache().findAll({ queryKey: [name] }))
    queryClient.setQueryData(key, (data: unknown) =>
      data === undefined ? undefined : update(data as never, key[1] as never),
    )
}

/** Shows the rows of these reads changed at once, ahead of the server's answer; reads that hold no rows stay as they are. */
export function showRows(names: readonly CallName[], change: (row: object) => unknown): void {
  const update = (data: unknown) =>
    hasRows(data) ? { ...data, list: data.list.map(change) } : data
  for (const name of names) {
    asked.emit(name)
    patchName(name, update)
  }
}

const hasRows = (data: unknown): data is { list: object[] } =>
  typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list)
