import { describeEntryProblem, type EntryField } from '@wakeline/contract/entry-fields';
import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';

type Texts<Field extends EntryField> = Readonly<Record<Field, string>>;

/** What a field needs of the form. */
interface FieldProps {
  readonly id: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onBlur: () => void;
  readonly error: string | null;
  readonly ref: (input: HTMLInputElement | null) => void;
}

export interface SignInForm<Field extends EntryField> {
  field(name: Field): FieldProps;
  readonly onSubmit: (event: FormEvent) => void;
  /** Shows a refusal at its field and focuses it. */
  readonly showError: (name: Field, text: string) => void;
  readonly inputs: RefObject<Map<Field, HTMLInputElement>>;
}

interface SignInFormOptions<Field extends EntryField> {
  readonly initialValues: Texts<Field>;
  /** Called with valid values only. */
  readonly onValid: (values: Texts<Field>) => void;
  /** The user changed a field. */
  readonly onChange: () => void;
}

/** State of a sign-in form. Fields are validated on blur, and all of them on submit. */
export function useSignInForm<Field extends EntryField>({
  initialValues,
  onValid,
  onChange,
}: SignInFormOptions<Field>): SignInForm<Field> {
  const language = useLanguage();
  const [values, setValues] = useState(initialValues);
  const [errors, setErrors] = useState<Readonly<Partial<Record<EntryField, string | null>>>>({});
  const inputs = useRef(new Map<Field, HTMLInputElement>());
  const problemOf = (name: Field) => describeEntryProblem(name, values[name], language);

  const showError = useCallback((name: Field, text: string) => {
    setErrors((current) => ({ ...current, [name]: text }));
    inputs.current.get(name)?.focus();
  }, []);

  return {
    field: (name) => ({
      id: name,
      value: values[name],
      onValue(value) {
        setValues((current) => ({ ...current, [name]: value }));
        onChange();
      },
      onBlur: () => setErrors((current) => ({ ...current, [name]: problemOf(name) })),
      error: errors[name] ?? null,
      ref(input) {
        if (input === null) inputs.current.delete(name);
        else inputs.current.set(name, input);
      },
    }),
    onSubmit(event) {
      event.preventDefault();
      const names = Object.keys(values) as Field[];
      const problems = names.map((name) => [name, problemOf(name)] as const);
      setErrors(Object.fromEntries(problems));
      if (problems.every(([, problem]) => problem === null)) onValid(values);
    },
    showError,
    inputs,
  };
}
