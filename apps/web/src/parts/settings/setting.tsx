import { type ReactNode, useId } from 'react';
import styles from './setting.module.css';

interface SettingProps {
  readonly name: string;
  readonly hint?: ReactNode;
  /** Drawn beside the name where it is small, such as a switch, else below it. */
  readonly inline?: boolean;
  /** What stands below belongs to it: no line between them. */
  readonly continued?: boolean;
  /** Gets the id of the name, to be labelled by it, and that of the hint. */
  readonly children: (labelled: { readonly 'aria-labelledby': string }) => ReactNode;
}

/** One thing to set: its name, what it does, and where it is chosen. */
export function Setting({ name, hint, inline = false, continued = false, children }: SettingProps) {
  const id = useId();
  return (
    <div className={styles.setting} data-beside={inline} data-continued={continued}>
      <div className={styles.words}>
        <span id={id} className={styles.name}>
          {name}
        </span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </div>
      {children({ 'aria-labelledby': id })}
    </div>
  );
}

interface SettingsSectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A group of settings under a heading. */
export function SettingsSection({ title, description, action, children }: SettingsSectionProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {description && <p className={styles.hint}>{description}</p>}
      {children}
    </section>
  );
}
