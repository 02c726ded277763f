-- Keyword search in the record of satellite messages (docs/development/satellite-messages.md, "Keywords").

-- The texts of a message as lexemes: each character with the three that follow, in lower case, after the account.
create function satellite_search(account int, content text, sender text, receiver text) returns tsvector
language plpgsql immutable parallel safe cost 1000 as $$
declare
  written text := lower(content || E'\n' || sender || E'\n' || receiver);
  prefix text := account || ' ';
  lexemes text[];
begin
  for start in 1 .. length(written) loop
    lexemes[start] := prefix || substr(written, start, 4);
  end loop;
  return array_to_tsvector(lexemes);
end $$;

-- What the lexemes of a message that contains the keyword match: all of them, or the start of one if it is shorter.
create function satellite_search_query(account int, keyword text) returns tsquery
language plpgsql immutable parallel safe as $$
declare
  written text := lower(keyword);
  prefix text := account || ' ';
  lexemes text[];
begin
  for start in 1 .. greatest(1, length(written) - 3) loop
    lexemes[start] := '''' || replace(replace(prefix || substr(written, start, 4), '\', '\\'), '''', '''''') || '''';
  end loop;
  return (array_to_string(lexemes, ' & ') || case when length(written) < 4 then ':*' else '' end)::tsquery;
end $$;

create index satellite_message_search on satellite_message
  using gin (satellite_search(account_id, content, sender, receiver));
