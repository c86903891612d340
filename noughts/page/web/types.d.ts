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
interface Caged {
  tell(said: any): void;
  end(): void;
}

interface Checked {
    phase: "none" | "busy" | "done" | "failed";
    name: string;
    text: string;
    bytes: Uint8Array | null;
    judged: string | null;
    progress: { here?: number; done?: number; all: number } | null;
    standing: Record<string, "passed" | "failed">;
    report: { html: Texts; style: string; record: any } | null;
    error: string | Texts;
}

// --- The page -----------------------------------------------------------------

type How = "push" | "replace" | "keep"; // what a change does to the history

interface About {
    engine: string | null;
    frozen: boolean;
    python: boolean;
    languages: Record<string, string[]>;
    version: string;
    minimax_free: number;
    first: Position;
}

interface State extends GameState {
    view: string;
    method: string;
    step: number;
    open: Square[];
    speed: number;
    class: any;
    check: Checked;
    engineCheck: Checked;
    course: any;
    about: About;
    rival: { text: string; bytes: null } | null;
    busy: Record<string, true>;
    loads: number;
    language: string;
    present: boolean;
    shown: boolean;
    notice: string | Texts;
}

interface View {
    name: string;
    View: (props: { state: State }) => any;
    isThere?: (state: State) => boolean;
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
