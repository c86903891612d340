// The types of the page, all of them: for `tsc` only, never sent to a browser. Ambient, so a
// comment can name them without an import.

// --- The game ---------------------------------------------------------------

type Mark = "X" | "O";
type BoardText = string; // nine of X, O and the dot, row by row
type Square = number; // 1 to 9
type Verdict = [outcome: -1 | 0 | 1, length: number];
type Texts = Record<string, string>; // by language

interface Move {
    square: Square;
    to: BoardText;
    verdict: Verdict;
    value: number;
    best: boolean;
    mistake: boolean;
    odds: number;
    nodes: number;
    chances: Record<string, number>; // by opponent
    line: Square[];
    why: Texts;
}

interface Position {
    board: BoardText;
    turn: Mark | null;
    winner: Mark | null;
    moves: Move[];
    reply: Square; // of a perfect opponent
    best: Square[];
    verdict: Verdict;
    value: number;
    nodes: number;
    why: Texts;
    lines?: Square[][];
}

interface GameState {
    start: BoardText;
    moves: Square[];
    at: number;
    side: Mark | "both";
    against: string;
    values: boolean;
    guesses: Record<Square, number>;
    game: Position[];
    position: Position;
    advised: BoardText | null;
}

// --- A file and its check -----------------------------------------------------

type Message = readonly [what: string, given?: any];
type Hear = (message: Message) => void;

/** A worker with Python, and the cage for students' files. */
interface PythonWorker {
    isStarted(): boolean;
    listen(hear: Hear): void;
    tell(said: any): void;
    end(): void;
}

/** What the judge asks now, and how many of its questions are answered. */
interface Asked {
    what: string;
    done: number;
    all: number;
}

interface FirstWrong {
    function: string;
    call: string;
    board: string;
    expected: string;
    got: string;
}

interface Checked {
    phase: "none" | "busy" | "stopped" | "done" | "failed";
    name: string;
    text: string;
    bytes: Uint8Array | null;
    judged: string | null;
    progress: Asked | { here: number; all: number } | null;
    asked: string[];
    standing: Record<string, "passed" | "failed">;
    /** By language: the first wrong answer, while the check goes on. */
    first: Record<string, FirstWrong> | null;
    report: { html: Texts; style: string; record: any } | null;
    error: string | Texts;
}

/** What begin.js has begun. */
declare var begun: {
    language: string;
    script(address: string): Promise<any>;
    early: Record<string, Promise<any>>;
};
declare var answered: (address: string, answer: unknown) => void;

// --- The page -----------------------------------------------------------------

type How = "push" | "replace" | "keep"; // what a change does to the history

interface About {
    engine: string | null;
    frozen: boolean;
    python: boolean;
    languages: Record<string, string[]>;
    version: string;
    minimax_free: number;
    links: { documentation?: Texts; source?: string };
    first: Position;
}

// --- A search -------------------------------------------------------------------

type EventKind = "enter" | "leaf" | "better" | "cut" | "leave";
/** A file whose search is shown; `only` if it is one function, in place of ours. */
type OwnFile = Pick<Checked, "text" | "bytes"> & { only?: string };

interface SearchState {
    method: string;
    step: number;
    speed: number;
    rival: OwnFile | null;
    present: boolean;
    isShown: boolean;
    isWindowed: boolean;
}

/** What is on the stage: see staged in search/state.js. */
interface Stage extends SearchState {
    position: Position;
    about: About;
    isFilmed: boolean;
    isExample: boolean;
    unreadable?: Texts;
    recording?: any;
    second?: any;
    truth?: any;
    shape?: any;
}

// --- The lessons ----------------------------------------------------------------

interface Entry {
    answers: string[]; // in order
    done: boolean;
}

interface CourseState {
    lesson: string;
    task: number;
    progress: Record<string, Entry> | null;
    drafts: Record<string, string>;
    hints: number;
    line: Square[];
    verdict: any;
    judged: string;
    asking: Asked | null;
    first: Record<string, FirstWrong> | null;
}

interface Course extends CourseState {
    id: string;
    list: any[] | null;
    data: any;
    progress: Record<string, Entry>;
}

// --- Practice ---------------------------------------------------------------------

/** A node of a tree with numbers at its leaves: see practice/tree.js. */
interface NumberNode {
    path: string;
    isMax: boolean;
    value?: any; // of a leaf
    children?: any; // of any other node
    square?: Square; // of a board's tree: the last move
    board?: BoardText;
}

interface Range {
    low: number;
    high: number;
}

/** What happens in a search of a tree; which fields count depends on the kind. */
interface TreeEvent {
    kind: string; // enter, leaf, back, leave
    node: NumberNode;
    [known: string]: any;
}

/** What is known about a node when it is drawn: see practice/picture.js. */
interface Look {
    status: string;
    text?: string;
    window?: string[];
    isCut?: boolean;
    tone?: string;
    claim?: string;
    label?: string;
    name?: string;
    isPressed?: boolean;
    press?: () => void;
}

interface Exercise {
    id: string;
    root: NumberNode;
    method: string;
    ask: string; // decisions, values or windows
    range?: Range;
    isTask?: boolean;
}

/** A student in the place of a search: see practice/session.js. */
interface PracticeSession {
    id: string;
    queue: number[];
    said: any;
    isStuck: boolean;
    firsts: Record<number, boolean>;
}

interface PracticeState {
    tree: string;
    first: string;
    cut: string;
    mode: string;
    ask: string;
    shown: string;
    step: number;
    edit: string;
    showsLeaves: boolean;
    draft: string | null;
    trouble: { key: string; parts: any } | null;
    session: PracticeSession | null;
    sheet: { id: string; crossed: string[]; isMarked: boolean } | null;
    order: { id: string; tree: string } | null;
    free: FreeEdit | null;
}

/** A text that is edited freely; a verdict is that on the judged text, by language. */
interface FreeEdit {
    text: string;
    judged: string | null;
    asking: { what: string; done: number; all: number } | null;
    first: Record<string, FirstWrong> | null;
    verdict: Record<string, any> | null;
}

// --- The whole state --------------------------------------------------------------

/** The file of a link that was opened. */
interface SentFile {
    code: string; // as it is in the address
    file: OwnFile;
    board: BoardText | "";
    step: number;
    isAskedFor: boolean; // has a click asked for its search?
}

interface LinkState {
    sent: SentFile | null;
    copied: { key: string; words: string; link: string } | null;
}

interface State extends GameState, LinkState {
    practice: PracticeState;
    view: string;
    open: Square[];
    search: SearchState;
    class: any;
    check: Checked;
    engineCheck: Checked;
    checkOf: "engine" | "text";
    course: CourseState;
    about: About;
    answers: Record<string, any>; // see shared/needs.js
    failed: Record<string, true>;
    busy: Record<string, true>;
    language: string;
    notice: string | Texts;
}

interface View {
    name: string;
    View: (props: { state: State }) => any;
    isThere?: (state: State) => boolean;
    needs?: (state: State) => Need[];
    keys?: (state: State) => Record<string, () => unknown>;
}

interface Store {
    now(): State;
    become(next: State, how?: How): void;
    update(changes: Partial<State>, how?: How): void;
    follow(follower: (state: State, before: State, how: How) => void): void;
}

/** What a task is given; all but the signal throw once its command has ended. */
interface Still extends Pick<Store, "now" | "become" | "update"> {
    signal: AbortSignal;
    isWanted(): boolean;
}

type Task<T> = (still: Still) => Promise<T> | T;

interface Commands {
    run<T>(name: string, task: Task<T>): Promise<T | undefined>;
    queue<T>(name: string, task: Task<T>): Promise<T | undefined>;
    share<T>(name: string, task: Task<T>): Promise<T | undefined>;
    end(...names: string[]): void;
}

/** What a state needs before a view can draw it; see shared/needs.js. */
interface Need {
    key: string;
    kind:
        | "position"
        | "search"
        | "own"
        | "engine"
        | "lessons"
        | "lesson"
        | "part"
        | "words";
    [given: string]: any;
}
