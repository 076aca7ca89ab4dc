<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="nl_NL" sourcelanguage="en">
<context>
    <name>AccessDialog</name>
    <message>
        <source>Let other programs in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let other programs on this computer use the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep serving in the tray when the window closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One key that stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new key at every start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a new key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For which program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text to copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Editors and scripts can ask the same server that answers here. It listens on this computer&apos;s own address only; nobody else in the network can reach it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None is asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made when the server starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a key of your own: letters, digits and signs, no spaces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is stopped. This holds from its next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The running server was started with another port or key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server runs and answers at this address.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AccessSection</name>
    <message>
        <source>Let other programs use this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any free one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New for each start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only SpecDesk knows it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same key every time, for other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every program of this computer may ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A free port and a new key each time; only this computer can connect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a key, every program on this computer can use the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only this computer can connect. The menu shows address, key and pieces to copy.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnswersView</name>
    <message>
        <source>Both answers, side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed of the replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moment of the replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both texts whole, with the first difference marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BesideView</name>
    <message>
        <source>The card and this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By temperature</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BreakEvenPlot</name>
    <message>
        <source>Speed-up by acceptance</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CardView</name>
    <message>
        <source>By kind of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the same here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A card from elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Likely {interval}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatDesk</name>
    <message>
        <source>Save the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a text file to the question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat was saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your question is sent as soon as the model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your question waits for the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start and send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the list of chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chat holds these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the question: {done} of {total} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Underline the words that the draft guessed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which words the draft guessed is not exposed by this build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For example: Answer briefly, in Dutch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent before every question of this chat. It may stay empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops the quick check of the plain speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick check</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandSection</name>
    <message>
        <source>For example {flag}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Further arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PowerShell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste a command…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{flag}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose an engine first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The built-in engine is not started by a command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the start SpecDesk adds the address, the key and what it needs to watch the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A quote is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>The card: {where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here: {where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{when}, {build}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature {value:g}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} people</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several people at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all, {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each, {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts may have {most} tokens here, but mostly end after {k}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured yet. By the sizes of the two files alone, the draft should pay once {low} to {high} % of its guesses are used, and can give at most {least:.1f} to {most:.1f} times the plain speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slower than without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>guesses used (acceptance)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pays from {share} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimate, not measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share} % used: {ratio:.2f}x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what if: {low:.2f}x to {high:.2f}x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length {k}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n-gram look-up ({method})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its own drafting head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished after {seconds:.1f}&#xa0;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds:.1f}&#xa0;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no guessing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p-min {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looks for {value} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>guesses {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>guesses up to {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} (now)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} (given up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} could not be measured: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length: how many tokens are guessed before each check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P-min: guessing stops early where the draft is less sure than this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks for: so many last tokens must have stood together before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer: nothing was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn it off: no setting is faster than none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best: {setting}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best: {setting}. Answers come {times} times as fast.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No way of guessing is surely faster here; leave it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay with what is set now; nothing is surely faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best against no guessing, on fresh questions: {found}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was stopped before its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>◂ slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faster ▸</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is the {thing} worth it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nearly done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {time} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds}&#xa0;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{minutes}&#xa0;minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A first answer is possible in about {time}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>processor only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{pair}, length {tokens}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs, or heat, change the speed. Close what is busy, wait a little, and run it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal until text repeats: it helps where answers repeat the question.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: {told}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured with another set-up than that of now: {told}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>build {commit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At temperature {value:g}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{now}x, was {before}x with {build}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changing code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extracting JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All, {language}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {language}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {times} times as fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>likely {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s, median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first word, ms, median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answers that count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens in them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds of writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory, MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>energy, J per 1,000 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance: {share} % of the guessed tokens were used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per pass: {tokens:.2f} come out of each step of the target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers of up to {cap} tokens at temperature {temperature:g}, intervals of 95 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drift: the plain model was {share:.1f} % slower at the end than at the start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drift: the plain model was {share:.1f} % faster at the end than at the start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break-even: a guess costs {cost:.0f} %{around} of a step, so it pays from {share} % on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: the engine does not repeat itself here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>identical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rounding tie</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unexpected difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unclear difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>different, cause not looked up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both answers are the same, word for word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same for {count} {unit}; the first difference is marked: {kind}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two words were equally likely there; rounding decided. Neither is worse.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompareDesk</name>
    <message>
        <source>The set-up of now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation is off for this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The set-up switches it on again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to compare: no draft is chosen. Choose one, or n-gram, which needs no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the card</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Your message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line, Esc stops the answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a text file to the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Low: the likeliest words, steady and easy to guess for the draft. High: more variety.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More sampling settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer ends after so many tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {total} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextSection</name>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not set by the command: the engine decides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file does not say its maximum.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than the model was made for.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Controller</name>
    <message>
        <source>The answer is complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server goes on serving.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This desktop has no tray, so the window waits in the task bar.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it and quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DemoDesk</name>
    <message>
        <source>Tiny practice model, expect poor answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It shows what guessing does to the speed: press Start, then send the text below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now see a case where a draft costs speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model becomes its own draft: nearly every guess is used, but each costs as much as a word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart with it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailsView</name>
    <message>
        <source>Figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept by position, in %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the command: {name}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeviceRow</name>
    <message>
        <source>Memory (RAM)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slowed down: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{total} in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>others {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer&apos;s memory (RAM)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In total: {mib} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing: {mib} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{mib} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} GiB, size unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} MiB, size unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {total} GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {total} MiB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Devices</name>
    <message>
        <source>100 % is one processor core. RAM: what the server itself holds in memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server: {share}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DraftingRows</name>
    <message>
        <source>Stop below (p-min)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is guessed ahead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram methods have no probabilities.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops guessing where the draft is less sure; 0 never stops early.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This kind has no shortest draft.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer guesses are not checked at all.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EarlierResults</name>
    <message>
        <source>Earlier results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring the deleted result back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check again, about 2 minutes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a llama-server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built-in engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>processor only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for engines…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No engine that can be used was found. Choose a llama-server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a llama-server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>{size} GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FileDetail</name>
    <message>
        <source>Use as target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FitBar</name>
    <message>
        <source>{name}: {mib} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target compute buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft compute buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Projector for images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine&apos;s own use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Others</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FitCard</name>
    <message>
        <source>Details…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory: what would help, largest context, who uses the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would help, the largest context and draft, who uses the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target to see whether it fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upper bound: real use may be lower.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Frame</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IdleGpu</name>
    <message>
        <source>What to install</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LayersBox</name>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LengthSection</name>
    <message>
        <source>Draft length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto: {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is guessed ahead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This kind has no length of its own.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryDesk</name>
    <message>
        <source>Use as target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} was added.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names, kinds, quantisations, folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which files are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading model files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a GGUF here, or add:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a GGUF here, or choose a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SpecDesk reads your model files where they are. It copies and changes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use as target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out {folder}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders ({count})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder with models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading model files: {count} so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shown} of {total} files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{total} files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryTable</name>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryView</name>
    <message>
        <source>Model files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryWords</name>
    <message>
        <source>Chat model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat model with its own drafter inside (MTP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter for one model (MTP head)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter for one model (EAGLE-3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter for one model (DFlash)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter for one model (DSpark)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image or sound projector (mmproj)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding model, does not chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reranker, does not chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adapter (LoRA)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantisation statistics (imatrix)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary only, no weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later part of a set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what}, {count} parts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LogDrawer</name>
    <message>
        <source>Log of the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the one before (Shift+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the newest line in sight; scrolling up holds the view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than {count} places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} places</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MemoryDesk</name>
    <message>
        <source>Start anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would help…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply and start: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is predicted not to fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine may fail, or push other programs out of memory.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MemoryDialog</name>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest context that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest draft that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model in other quantisations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who uses memory now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stays free beside this counts as “fits”; less is “tight”. It holds for every device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep free on every device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target to see whether it fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working out what else fits…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No simple change would free much memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of your files that match the target as a draft fits beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program uses much.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MethodSection</name>
    <message>
        <source>Draft or method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of n-gram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n-gram needs no file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft for this target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What matches best among your files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A small model with the same vocabulary guesses ahead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A head or file that was trained for this target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N-gram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guesses what followed before; needs no file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target answers alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built into the target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its own drafting head (MTP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is not there; choose it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not among your files; choose it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target cannot be read, so no file can be compared with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing your files with the target…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several of your files match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your other file does not match; see why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of your {count} files matches; see why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remembers what it has seen, in every chat; pays where text repeats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks for the last words earlier in the same text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps a table of what followed which words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps a table with several continuations for the same words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts what follows what, and takes the most frequent.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>{role}: {name}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Monitor</name>
    <message>
        <source>no speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{now}, reply {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing guessed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{now}, reply {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at {time}: {told}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to show yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last second {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole reply {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plain {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last second {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole reply {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>break-even {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{slots} answers running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not exposed by this build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped before the first word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share}&#xa0;%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{mib}&#xa0;MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{gib}&#xa0;GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds}&#xa0;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{minutes}&#xa0;min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{ratio}x plain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last reply, broke off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last reply, earlier set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before the first word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too short to tell a speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It broke off before there was a speed to tell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speed is shown from the second token on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is stopping.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server did not start or ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask something when it is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start and ask something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is it worth it? Measure the plain speed once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} of {drafted} drafted tokens that were tested were kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no draft in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the draft is off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shown while an answer is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing guessed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy {value}&#xa0;%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory bus {value}&#xa0;%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory bus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value}&#xa0;W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value}&#xa0;°C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>why it is slowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not told by this GPU or its driver: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU {share}&#xa0;%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} RAM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plain speed not measured here yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plain speed {rate} tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{speed}, measured {day}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {seconds}&#xa0;s left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rate} tokens/s so far</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MonitorDesk</name>
    <message>
        <source>Monitor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MonitorPanel</name>
    <message>
        <source>Monitor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comma separated values (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After this answer: the check starts the server anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About 60 s: starts the server without speculation, asks a few questions, and starts it again as it was.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MoreChoices</name>
    <message>
        <source>More options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same without guessing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or with a set-up that was saved as a profile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also with several people at once (up to {most})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds from how many people on guessing costs speed. Needs more memory and some minutes more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also at the temperature of the chat ({value:.1f})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first part always takes the likeliest word. A warmer choice of words usually gains less.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MorePage</name>
    <message>
        <source>Back to the main settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On where the engine can</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less memory; needed for a small cache type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only if the engine fails with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>engine&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations at the same time; they share the context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of a question that are read in one go: larger may read faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ubatch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of a batch worked on at once: larger needs more memory for computing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt cache, MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RAM in which earlier questions are kept; 0 keeps none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These settings are this model&apos;s own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the general ones</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PasteDialog</name>
    <message>
        <source>Paste a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is said differently or left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in and start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any llama-server line, old or new, as it stands in the guide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it means appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft length {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p-min {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers on the GPU: {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{role} {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{role} {name} (not among your files)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaysCard</name>
    <message>
        <source>When does the draft pay?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Picker</name>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file matches. Search for something else.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PickerItems</name>
    <message>
        <source>Not compared with the target yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An ordinary model; choose the method “Draft model” for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A trained drafter; choose that method for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent} % of the target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built into the target (MTP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no file, little memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlaceSection</name>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor only, for both models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers on the GPU, and device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache types: keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: layers on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: type of cached keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: type of cached values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No draft file is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How exactly the context is kept: smaller types need less memory and may lose a little.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The draft runs on the processor and the target on the GPU: drafting will be slow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This engine uses the processor only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} layers and the output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All devices of the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPU at all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exact; what engines take by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half the memory, hardly any loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A quarter of the memory, noticeable loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine&apos;s own choice</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlotBoard</name>
    <message>
        <source>Start and ask something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot of speed, tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot of acceptance, per cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plain {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other {rate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reply {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>need {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s, last second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of guesses used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlotTools</name>
    <message>
        <source>Stretch of time in the plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>10 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole range again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More: table, picture, numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the numbers as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the plots as a picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the numbers as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PositionBars</name>
    <message>
        <source>Acceptance by position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{position}: {share}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Positions</name>
    <message>
        <source>Kept by position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often the draft&apos;s first, second, third … token of a step was kept, with all tokens before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing guessed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PrivacyDialog</name>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What listens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who was seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing. SpecDesk sends no statistics, looks for no updates and fetches no pages. It talks to the server that it started, or that you told it to watch, and to nobody else. Text from a model is shown as text: nothing in it is loaded, and a link opens only when you press it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where your files are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program&apos;s log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server&apos;s log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder of: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing. No server runs, and SpecDesk itself has no port open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody: there is nothing to connect to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program is being answered right now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program has used the server since it became ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only this window has used the server since it became ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only programs on this computer can reach it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other computers in your network can reach it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is on another computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server that somebody else started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It asks for a key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It asks for no key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} at {address} ({reach}). {who}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProgressView</name>
    <message>
        <source>Comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was measured is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{low} to {high} times as fast so far; this still changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping; what was measured is kept …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuestionEditor</name>
    <message>
        <source>Your question, worded differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuestionView</name>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask this differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all {count} characters</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReasoningView</name>
    <message>
        <source>Reasoning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking… {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it thought first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfolded. Press to fold the reasoning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folded. Press to read the reasoning.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplyView</name>
    <message>
        <source>Reading the question…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine&apos;s own figures: tokens per second while writing, time to the first word, tokens, tokens per step of the target, and the share of the draft&apos;s guesses that were used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultLine</name>
    <message>
        <source>Delete this result</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultView</name>
    <message>
        <source>Medians over all answers; the headline weighs all kinds of text equally</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes on with this set-up, in the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No speculation for this model from now on; the set-up can switch it on again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask more questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (PNG) …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text for a forum (Markdown) …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures (JSON) …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply and check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uses this length from now on, and measures for about 2 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By kind of text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SamplingPopup</name>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the model&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model file recommends, else the engine&apos;s own; the temperature too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the k likeliest words are considered; 0 considers all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the likeliest words that together have this probability; 1 considers all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only words at least so likely, compared with the likeliest one; 0 considers all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 1, words that were just used become less likely; 1 changes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same seed gives the same answer again, as far as the engine can.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>engine&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerDesk</name>
    <message>
        <source>Choose a target first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No engine was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engines are being looked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for an engine…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring plain speed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupHeader</name>
    <message>
        <source>Setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste a command…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in the settings from a llama-server line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupPanel</name>
    <message>
        <source>Setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was pasted stays with {old}. {new} has settings of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GGUF files (*.gguf);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot draft. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be the target. {why}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupWords</name>
    <message>
        <source>This file is {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} context</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShellWords</name>
    <message>
        <source>{words}: {story}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watching {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading, {seconds} s so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {share} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share}, about {seconds} s left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No speculation was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft asked for; this engine does not say whether it is on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft OFF: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft OFF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guessing on: {share} % of its guesses used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft on: {share} % of its guesses used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guessing on; this engine does not report guesses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft on; this engine does not report guesses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guessing on, nothing guessed yet: normal until text repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft on, but it guessed nothing in that answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target in Setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without a draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with draft {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with its built-in drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with n-gram guesses, no second model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Send the question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New line in a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start or stop the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with and without the draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let other programs in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Privacy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SpeedBars</name>
    <message>
        <source>Speed with and without the draft</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StartView</name>
    <message>
        <source>How long it may take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick, 2 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions to ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions of six kinds, some also in Dutch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The questions of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a file …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions, one per line (*.txt *.jsonl *.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About {minutes} minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same questions are asked with and without the {thing}, in turns, each time on a fresh server; then everything is put back as it was. You can chat meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One model file is enough for n-gram look-up: it guesses from text that was there before. All its kinds can be tried here, which takes about {minutes:.0f} minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the n-gram methods</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not sure about the settings? Several are tried on a few questions each, the best one is measured properly. About {minutes:.0f} minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the best setting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Starters</name>
    <message>
        <source>What shall we try?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for engines…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No engine found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built-in engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing listens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SpecDesk has no port open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only programs on this computer can reach the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other computers in your network can reach the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server is not on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Other programs: %n answering now</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Other programs: seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs: none seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What listens, who was seen, and where your files are</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StoreOffers</name>
    <message>
        <source>Also on this computer:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add {name} ({count})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Summary</name>
    <message>
        <source>Tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against the plain model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SweepDesk</name>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{pair}, best setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best setting is in use, and saved as the profile “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SweepView</name>
    <message>
        <source>Trying settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed-up by setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each setting answers a few questions; the slow ones are given up early.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was measured is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uses this setting from now on, and saves it as a profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the measurement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against no guessing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trying settings …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping; what was measured is kept …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TableDialog</name>
    <message>
        <source>Numbers behind the plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine&apos;s own counts, over the last second of decoding and over the whole reply; {nothing} = not exposed by this build, or nothing to divide by.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TargetSection</name>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not among your files; choose it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model whose answers you want</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a GGUF here, or open the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model files are known yet. Open one, or add a folder in the library.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Hide the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the monitor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is the draft worth it? (Ctrl+B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the server (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server (F5)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {count} earlier messages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the server and quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Troubles</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start without speculation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server of an earlier SpecDesk is still running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SpecDesk was ended without stopping it: {servers}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds memory that a new server could use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SpecDesk can show what it does, and chat with it, without changing it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watching {server}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VerdictCard</name>
    <message>
        <source>Turn off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick check, about 60 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try length {length}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WhatIfView</name>
    <message>
        <source>What if …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A short compare with this length and temperature; nothing is changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to what was measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens are guessed at most before each check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How freely words are chosen; 0: the likeliest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be foretold there.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Whiskers</name>
    <message>
        <source>Speed-up by kind of text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WindowMenu</name>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Points</name>
    <message>
        <source>Time, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s,
whole reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance,
whole reply</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_PromptCard</name>
    <message>
        <source>A draft usually helps much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A draft usually helps some</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A draft usually helps little</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
