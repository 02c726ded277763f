import { type ReactNode, useId } from 'react';
import styles from './setting.module.css';

interface SettingProps {
  readonly name: string;
  readonly hint?: ReactNode;
  /** Placed beside the name if it is small, such as a switch; else below. */
  readonly inline?: boolean;
  /** The next element belongs to it: no separator between them. */
  readonly continued?: boolean;
  /** Receives the id of the name as a label. */
  readonly children: (labelProps: { readonly 'aria-labelledby': string }) => ReactNode;
}

/** One setting: its name, a hint, and its control. */
export function Setting({ name, hint, inline = false, continued = false, children }: SettingProps) {
  const id = useId();
  return (
    <div className={styles.setting} data-inline={inline} data-continued={continued}>
      <div className={styles.text}>
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
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {description && <p className={styles.hint}>{description}</p>}
      {children}
    </section>
  );
}
