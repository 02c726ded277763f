import styles from './terminal-options.module.css';

interface Terminal {
  readonly bdUserId: number;
  readonly bdUserName: string;
  readonly cardNumber: string;
}

export interface TerminalOptionData {
  /** Prefixed: a select jumps to an option whose value starts with the typed text. */
  readonly value: string;
  readonly label: string;
  readonly cardNumber: string;
}

/** Terminals as options of a select, each once. */
export function toTerminalOptions(terminals: readonly Terminal[]): TerminalOptionData[] {
  const byId = new Map(terminals.map((terminal) => [terminal.bdUserId, terminal]));
  return [...byId.values()].map(({ bdUserId, bdUserName, cardNumber }) => ({
    value: `#${bdUserId}`,
    label: bdUserName,
    cardNumber,
  }));
}

export function TerminalOption({ option }: { readonly option: TerminalOptionData }) {
  return (
    <span className={styles.option}>
      <span className={styles.name}>{option.label}</span>
      <span className={styles.number}>{option.cardNumber}</span>
    </span>
  );
}
