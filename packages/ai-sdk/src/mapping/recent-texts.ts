import type { MessageEvent, ReasoningEvent } from '@dragoman/protocol';

type TextEvent = MessageEvent | ReasoningEvent;

/** So many texts of one chain wait for their whole; of more, the oldest are taken for complete. */
const MOST_WAITING = 64;

/** A text that has been told, or is being told. */
export interface SaidText {
  readonly speaker: string;
  readonly key: string | undefined;
  readonly said: string;
  add(piece: string): void;
  /** What a whole text says that the pieces haven't said: its end, all of it, or nothing. */
  missingOf(whole: string): string;
}

export interface RecentTexts {
  /** The text that a piece goes on with. */
  ofPiece(event: TextEvent, latest: SaidText | undefined): SaidText | undefined;
  begin(event: TextEvent): SaidText;
  /** A text that no later one can repeat: it came whole. */
  unkept(event: TextEvent): SaidText;
  /** The text in pieces that a whole text repeats, or goes on with where that is the latest. */
  repeatedBy(event: TextEvent, latest: SaidText | undefined): SaidText | undefined;
  /** Its whole has come. */
  settle(text: SaidText): void;
}

/**
 * The texts of a chain that came in pieces, by the rules by which `reduce` joins them: an id tells
 * which text is meant, and where ids don't tell, what it says does.
 */
export function createRecentTexts(): RecentTexts {
  const texts = new Set<SaidText>();
  const byKey = new Map<string, SaidText>();

  const settle = (text: SaidText): void => {
    texts.delete(text);
    if (text.key !== undefined && byKey.get(text.key) === text) byKey.delete(text.key);
  };

  return {
    ofPiece(event, latest) {
      const key = keyOf(event);
      if (key !== undefined) return byKey.get(key);
      return latest?.speaker === speakerOf(event) ? latest : undefined;
    },
    begin(event) {
      const text = createSaidText(event);
      texts.add(text);
      if (text.key !== undefined) byKey.set(text.key, text);
      const [oldest] = texts;
      if (texts.size > MOST_WAITING && oldest !== undefined) settle(oldest);
      return text;
    },
    unkept: createSaidText,
    repeatedBy(event, latest) {
      if (texts.size === 0) return undefined;
      const key = keyOf(event);
      const named = key === undefined ? undefined : byKey.get(key);
      if (named !== undefined) return named;
      const speaker = speakerOf(event);
      const candidates = [...texts].filter(
        (text) => text.speaker === speaker && (key === undefined || text.key === undefined),
      );
      const isLatest = candidates.some((text) => text === latest);
      if (event.content === '') return isLatest ? latest : undefined;
      const whole = comparable(event.content);
      const equal = candidates.find(
        ({ said }) => said.length <= event.content.length * 2 + 2 && comparable(said) === whole,
      );
      if (equal !== undefined) return equal;
      return isLatest && latest && whole.startsWith(comparable(latest.said)) ? latest : undefined;
    },
    settle,
  };
}

function createSaidText(event: TextEvent): SaidText {
  let said = '';
  return {
    speaker: speakerOf(event),
    key: keyOf(event),
    get said() {
      return said;
    },
    add(piece) {
      said += piece;
    },
    missingOf(whole) {
      if (whole.startsWith(said)) return whole.slice(said.length);
      const [wholeText, saidText] = [comparable(whole), comparable(said)];
      // What differs takes the place of the pieces; those can't be taken back, so it is told beside them.
      return wholeText.startsWith(saidText) ? wholeText.slice(saidText.length) : whole;
    },
  };
}

/** Texts of two speakers never join. */
function speakerOf(event: TextEvent): string {
  return event.type === 'message' ? event.role : event.type;
}

/** Some agents give a thought and its text one id. */
function keyOf(event: TextEvent): string | undefined {
  return event.id === undefined ? undefined : `${speakerOf(event)}:${event.id}`;
}

/** Agents change the space around a text, and its line ends, between its pieces and the whole. */
function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
