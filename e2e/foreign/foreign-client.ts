import { io, type Socket } from 'socket.io-client'
import type { TestClock } from './clock.ts'
import { createRest, idOf, type Preset, type Rest, type SavedSession, type Settings, type TimeEntry } from './rest.ts'
import {
  findNextPhase,
  INITIAL_STATE,
  isPhaseOver,
  readMessage,
  readTime,
  STOPPED,
  type TimerMessage,
  type TimerState,
} from './timer-state.ts'

export interface ClientOptions {
  url: string
  token: string
  userId: string
  clock: TestClock
  /** How far the client's clock is ahead. */
  skewMs?: number
  /** The state that the client has kept since its last visit. */
  kept?: Partial<TimerState>
  /** Whether it sends its state only with `timer:start`, and only the phase or nothing with other events. */
  isTerse?: boolean
  /** Whether it also saves a session that another client stops. */
  savesRemoteStops?: boolean
}

const REPLY_TIMEOUT_MS = 10_000
const REMOTE_EVENTS = ['timer:start', 'timer:pause', 'timer:resume', 'timer:stop', 'timer:switch'] as const

/**
 * One tab of a client that implements the specification and nothing else, written from docs/realtime.md and
 * docs/api.md. It shares no code with the server and the web app, so that a misreading is not made on both sides.
 */
export class ForeignClient {
  state: TimerState
  isConnected = false
  /** Failed saves and refused events; the specification only logs them. */
  readonly failures: string[] = []
  /** How many sessions it has saved itself. */
  saves = 0
  readonly rest: Rest
  readonly #options: ClientOptions
  readonly #socket: Socket
  readonly #pending = new Set<Promise<unknown>>()
  #stopCounting: (() => void) | undefined
  #lastSyncTime = 0
  /** How it saves onto the entry that infinite mode continues: as a new session, or as a change of the entry. */
  savesSelectedEntryBy: 'POST' | 'PUT' = 'POST'
  /** A tab that misses every message, as one does whose connection hangs in one direction. */
  isDeaf = false

  constructor(options: ClientOptions) {
    const { url, token, userId } = options
    this.#options = options
    this.state = { ...INITIAL_STATE, ...options.kept }
    this.rest = createRest(url, token)
    this.#socket = io(url, {
      autoConnect: false,
      transports: ['websocket', 'polling'],
      withCredentials: true,
      auth: { token, userId },
      reconnectionAttempts: 5,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      timeout: 20_000,
      // Every tab has a connection of its own.
      forceNew: true,
    })
  }

  /** Loads what a page loads after the sign-in, connects and begins to count. */
  async open() {
    await this.#load()
    this.#listen()
    this.#socket.connect()
  }

  close() {
    this.#stopCounting?.()
    this.#socket.disconnect()
    this.isConnected = false
  }

  /** Resolves when all events are acknowledged and all calls answered. */
  async settle() {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  selectProject(id: string) {
    this.#set({ projectId: id })
  }

  describe(subject: Partial<Pick<TimerState, 'notes' | 'tags' | 'taskId'>>) {
    this.#set(subject)
  }

  /** Changes durations as a user does in the settings: the client syncs them. */
  async changeSettings({ workDuration, breakDuration, repetitions }: Settings) {
    this.#set({ workDuration, breakDuration, repetitions })
    await this.rest.syncSettings({ workDuration, breakDuration, repetitions })
  }

  /** Infinite mode: the timer continues the entry, or counts up from now without one. */
  selectInfinite(entry?: TimeEntry) {
    this.#set({ infiniteMode: true, infiniteElapsedTime: 0, selectedEntryId: null, workStartTime: null })
    if (entry === undefined) return
    const start = new Date(entry.startTime)
    this.#set({
      selectedEntryId: entry.id,
      projectId: idOf(entry.project),
      taskId: entry.task ? idOf(entry.task) : null,
      notes: entry.notes,
      tags: entry.tags.map(idOf),
      workStartTime: start,
      infiniteElapsedTime: Math.floor((this.#now() - start.getTime()) / 1000),
    })
  }

  async start() {
    const { status, projectId, infiniteMode, workStartTime } = this.state
    if (projectId === null) throw new Error('Please select a project before starting the timer')
    const isFresh = status !== 'paused'
    const startedAt = infiniteMode && workStartTime !== null ? workStartTime : new Date(this.#now())
    this.#set({ status: 'running', ...(isFresh && { elapsed: 0, workStartTime: startedAt }) })
    const { workDuration: _, breakDuration: __, repetitions: ___, ...state } = this.state
    await this.#send('timer:start', state)
  }

  async pause() {
    if (this.state.status !== 'running') throw new Error('Only a running timer can be paused')
    this.#set({ status: 'paused' })
    await this.#send('timer:pause', this.state)
  }

  async resume() {
    if (this.state.status !== 'paused') throw new Error('Only a paused timer can be resumed')
    this.#set({ status: 'running' })
    await this.#send('timer:resume', this.state)
  }

  /** `save` is the answer of the user to the question whether to save. */
  async stop({ save = true } = {}) {
    if (save) this.#saveSession()
    this.#set(STOPPED)
    await this.#send('timer:stop', { ...this.state, shouldSave: save })
    await this.settle()
  }

  /** Skip to the next phase. */
  async skip() {
    if (this.state.mode === 'work') this.#saveSession()
    this.#enterNextPhase()
    await this.settle()
  }

  async #load() {
    const presets = await this.rest.presets()
    const projects = await this.rest.projects()
    if (presets.length === 0) {
      await this.rest.createPreset({ name: 'Pomodoro', workDuration: 25, breakDuration: 5, repetitions: 4 })
      await this.rest.createPreset({ name: '52/17', workDuration: 52, breakDuration: 17, repetitions: 4 })
    } else await this.#applyPreset(choosePreset(presets))
    if (projects.length === 0) projects.push(await this.rest.createProject('Focus'))
    const { projectId } = this.state
    if (!projects.some(({ id }) => id === projectId)) this.#set({ projectId: projects[0]?.id ?? null })
  }

  async #applyPreset({ id, workDuration, breakDuration, repetitions }: Preset) {
    const { state } = this
    const isChange =
      state.workDuration !== workDuration || state.breakDuration !== breakDuration || state.repetitions !== repetitions
    this.#set({ selectedPresetId: id })
    if (isChange) await this.changeSettings({ workDuration, breakDuration, repetitions })
  }

  #listen() {
    this.#socket.on('connect', () => {
      this.isConnected = true
      void this.#send('timer:requestSync', {})
    })
    this.#socket.on('disconnect', () => (this.isConnected = false))
    this.#socket.on('connect_error', () => (this.isConnected = false))
    for (const event of REMOTE_EVENTS)
      this.#socket.on(event, (message: TimerMessage) => {
        if (!this.isDeaf) this.#applyRemote(event, message)
      })
    this.#socket.on('timer:tick', (message: TimerMessage) => {
      if (!this.isDeaf && readTime(message.timestamp ?? 0) > this.#lastSyncTime)
        this.#applyRemote('timer:tick', message)
    })
    this.#socket.on('timer:requestState', () => {
      if (!this.isDeaf) void this.#send('timer:start', { ...this.state, shouldSave: false })
    })
  }

  #applyRemote(event: string, message: TimerMessage) {
    if (message.timestamp !== undefined) this.#lastSyncTime = readTime(message.timestamp)
    const isSaved = event === 'timer:stop' && this.#options.savesRemoteStops === true && message.shouldSave !== false
    if (isSaved) this.#saveSession()
    this.#set(event === 'timer:stop' ? STOPPED : readMessage(message))
  }

  #countSecond(isTold: boolean) {
    const { elapsed, infiniteMode, infiniteElapsedTime } = this.state
    this.#set({ elapsed: elapsed + 1, ...(infiniteMode && { infiniteElapsedTime: infiniteElapsedTime + 1 }) })
    if (isPhaseOver(this.state)) {
      if (this.state.mode === 'work') this.#saveSession()
      this.#enterNextPhase()
    } else if (isTold) void this.#send('timer:tick', this.state)
  }

  #enterNextPhase() {
    const next = findNextPhase(this.state, new Date(this.#now()))
    this.#set(next === undefined ? STOPPED : { ...next, status: 'running' })
    void this.#send(next === undefined ? 'timer:stop' : 'timer:switch', this.state)
  }

  #saveSession() {
    const { mode, projectId, taskId, workStartTime, tags, infiniteMode, infiniteElapsedTime } = this.state
    const seconds = infiniteMode ? infiniteElapsedTime : this.state.elapsed
    if (mode !== 'work' || projectId === null || workStartTime === null || seconds < 1) return
    const session: SavedSession = {
      project: projectId,
      task: taskId,
      startTime: workStartTime,
      endTime: new Date(this.#now()),
      duration: seconds * 1000,
      notes: this.state.notes || `Work session ${this.state.currentRepetition}/${this.state.repetitions}`,
      tags,
      isRunning: false,
    }
    this.saves += 1
    const { selectedEntryId } = this.state
    const isChange = infiniteMode && selectedEntryId !== null && this.savesSelectedEntryBy === 'PUT'
    const { endTime, duration } = session
    void this.#track(
      isChange ? this.rest.updateEntry(selectedEntryId, { endTime, duration }) : this.rest.createEntry(session),
    )
  }

  /** Sends an event, unless there is no connection: Socket.IO would deliver it late. */
  #send(event: string, fields: object) {
    if (!this.isConnected) return Promise.resolve()
    const { mode, currentRepetition } = this.state
    const isBare = this.#options.isTerse === true && event !== 'timer:start'
    const bare = event === 'timer:switch' ? { mode, currentRepetition } : {}
    const message = { ...(isBare ? bare : fields), timestamp: new Date(this.#now()) }
    const reply = this.#socket.timeout(REPLY_TIMEOUT_MS).emitWithAck(event, message) as Promise<{ error?: string }>
    return this.#track(
      reply.then(({ error }) => {
        if (error !== undefined) throw new Error(`${event}: ${error}`)
      }),
    )
  }

  #track(work: Promise<unknown>) {
    const logged = work.then(
      () => undefined,
      (error: unknown) => void this.failures.push(String(error)),
    )
    this.#pending.add(logged)
    return logged.finally(() => this.#pending.delete(logged))
  }

  #set(change: Partial<TimerState>) {
    this.state = { ...this.state, ...change }
    const isRunning = this.state.status === 'running'
    if (isRunning && this.#stopCounting === undefined)
      this.#stopCounting = this.#options.clock.everySecond((isTold) => this.#countSecond(isTold))
    else if (!isRunning) {
      this.#stopCounting?.()
      this.#stopCounting = undefined
    }
  }

  #now() {
    return this.#options.clock.now() + (this.#options.skewMs ?? 0)
  }
}

/** The preset that the specification selects after the sign-in. */
function choosePreset(presets: Preset[]) {
  const named = (isWanted: (name: string) => boolean) => presets.find(({ name }) => isWanted(name))
  const [first] = presets
  if (first === undefined) throw new Error('There is no preset')
  return (
    named((name) => name === 'Default Settings') ??
    named((name) => name.includes('52/17')) ??
    named((name) => name.includes('Pomodoro')) ??
    first
  )
}
